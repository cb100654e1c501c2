/// The events that are recorded, and the files to which they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "commands/groups/profile_options.h"
#include "commands/options/common_options.h"
#include "commands/options/option.h"
#include "profiles/traces/head.h"
#include "profiles/traces/state_line_options.h"

namespace dps::commands {

/// Files with lines of states (.trace).
struct StateLineChoice {
  traces::StateLineOptions lines;  ///< --trace-level and --digits
  std::string option;              ///< one of these options if it is given; else empty
};

struct TraceOptions {
  std::vector<std::string> files;  ///< each --trace
  traces::Keep keep = traces::Keep::kFirst;
  std::optional<std::uint64_t> limit;  ///< events of a process
  std::optional<Seconds> from;
  std::optional<Seconds> to;
  std::string limiting_option;  ///< one that limits the recording; empty: none is given
  StateLineChoice states;
};

/// --trace, --trace-limit, --trace-keep, --trace-from, --trace-to, --trace-level, --digits.
std::vector<Option> all_trace_options(TraceOptions& given);
Option trace_limit_option(TraceOptions& given);
/// --trace-level, --digits.
std::vector<Option> state_line_options(StateLineChoice& given);

/// The error for the name of a trace that shows no format, or one that this dps cannot write; else
/// "".
std::string trace_name_error(std::string_view option, const std::string& path);

/// The error for options that exclude one another; "" if there is none. `is_recorded`: events are
/// recorded for another option than --trace; `reasons`: the options that a limiting option accepts.
std::string contradiction_in(const TraceOptions& given, bool is_recorded, std::string_view reasons);

/// The error if --trace-level or --digits is given and none of the files has lines of states; else
/// "". `option` names the files.
std::string lone_state_lines(const StateLineChoice& given, const std::vector<std::string>& files,
                             std::string_view option);

/// Adds the files that are written beside the traces that `option` names.
void add_companions(const std::vector<std::string>& files, std::string_view option,
                    CommonOptions& common);

/// Returns true if the events of a run are recorded: for --trace, --why, --latencies, or an
/// expectation of a latency.
bool records_events(const TraceOptions& trace, const ProfileOptions& profile);

/// The limits of --trace-limit, --trace-keep, --trace-from and --trace-to, in this unit.
traces::Limits trace_limits_of(const TraceOptions& given, traces::TimeUnit unit);

/// The instant of --measure-from in this unit; before all events without it.
traces::Ticks measured_ticks(const ProfileOptions& given, traces::TimeUnit unit);

}  // namespace dps::commands
