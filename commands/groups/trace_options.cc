#include "commands/groups/trace_options.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/options/option.h"
#include "profiles/traces/export/formats.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 2> kKeeps{"first", "last"};

/// Stores an instant of a run, which is not negative.
Setter instant_into(std::optional<Seconds>& out, std::string_view option) {
  return time_into(out, {option, "1.5s or 200ms"});
}

Option trace_option(TraceOptions& given) {
  return {"--trace",
          "",
          {"FILE", ValueKind::kOutput, "--trace"},
          "Also write the events: FILE.json for ui.perfetto.dev, FILE.dpstrace for dps trace, "
          "or .json.gz, .pftrace, .otf2, .prv, .trace, .csv, .folded, or DIR/ with a .trace for "
          "each process; may be repeated",
          [&given](const std::string& value) {
            given.files.push_back(value);
            return trace_name_error("--trace", value);
          },
          true};
}

/// Marks an option that limits the recording.
Option limiting(TraceOptions& given, Option option) {
  option.set = followed_by(
      std::move(option.set),
      [&given, name = option.name](const std::string& /*value*/) { given.limiting_option = name; });
  return option;
}

Option trace_keep_option(TraceOptions& given) {
  return limiting(given, {"--trace-keep",
                          "",
                          {"WHICH", ValueKind::kText, "", kKeeps},
                          "If there are more, keep the first (the default) or the last",
                          choice_into(given.keep, kKeeps)});
}

double ticks_per_second(traces::TimeUnit unit) {
  traces::TraceHead head;
  head.unit = unit;
  return static_cast<double>(head.ticks_per_second());
}

/// An instant, or the end of time.
traces::Ticks ticks_of(Seconds time, double per_second) {
  const double ticks = time.count() * per_second;
  return ticks < static_cast<double>(traces::kMostTicks) ? std::llround(ticks) : traces::kMostTicks;
}

}  // namespace

Option trace_limit_option(TraceOptions& given) {
  return limiting(given, {"--trace-limit",
                          "",
                          {"N"},
                          "Trace at most N events of each process (default 1000000)",
                          number_into(given.limit, {"--trace-limit", 1, traces::kMostEvents})});
}  // NOLINT(clang-analyzer-cplusplus.NewDeleteLeaks): the option owns its function

std::vector<Option> state_line_options(StateLineChoice& given) {
  const auto note = [&given](std::string_view option) {
    return [&given, option](const std::string& /*value*/) { given.option = option; };
  };
  return {
      {"--trace-level",
       "",
       {"N"},
       "The lines of a .trace, of this level and above: 1 comments, sites and idle times, 2 "
       "messages, 4 states (default), 5 phases",
       followed_by(number_into(given.lines.level, {"--trace-level", 1, 5}), note("--trace-level"))},
      {"--digits",
       "",
       {"N"},
       "The decimals of the seconds in a .trace (default 6)",
       followed_by(number_into(given.lines.digits, {"--digits", 0, traces::kMostDigits}),
                   note("--digits"))}};
}

std::vector<Option> all_trace_options(TraceOptions& given) {
  std::vector<Option> options{trace_option(given), trace_limit_option(given),
                              trace_keep_option(given),
                              limiting(given, {"--trace-from",
                                               "",
                                               {"TIME"},
                                               "Trace only from this instant on, as in 1.5s",
                                               instant_into(given.from, "--trace-from")}),
                              limiting(given, {"--trace-to",
                                               "",
                                               {"TIME"},
                                               "Trace only before this instant",
                                               instant_into(given.to, "--trace-to")})};
  for (Option& option : state_line_options(given.states)) {
    options.push_back(std::move(option));
  }
  return options;
}

std::string trace_name_error(std::string_view option, const std::string& path) {
  if (const traces::TraceFormat* format = traces::format_of(path)) {
    return format->lacks.empty()
               ? ""
               : fmt::format("{}: this dps cannot write '{}': it was built without {}", option,
                             printable(path), format->lacks);
  }
  std::string names;
  const auto formats = traces::formats();
  for (const traces::TraceFormat& format : formats) {
    names += fmt::format("{}{}",
                         names.empty()                ? ""
                         : &format == &formats.back() ? " or "
                                                      : ", ",
                         format.suffix);
  }
  return fmt::format("{}: the name of a trace ends in {}, got '{}'", option, names,
                     printable(path));
}

std::string contradiction_in(const TraceOptions& given, bool is_recorded,
                             std::string_view reasons) {
  if (!given.limiting_option.empty() && given.files.empty() && !is_recorded) {
    return fmt::format("{} goes with {}", given.limiting_option, reasons);
  }
  if (std::string alone = lone_state_lines(given.states, given.files, "--trace"); !alone.empty()) {
    return alone;
  }
  return given.from && given.to && *given.from >= *given.to
             ? "--trace-to must be later than --trace-from"
             : "";
}

std::string lone_state_lines(const StateLineChoice& given, const std::vector<std::string>& files,
                             std::string_view option) {
  const bool has_lines = std::any_of(files.begin(), files.end(), [](const std::string& path) {
    return path.ends_with(".trace") || path.ends_with('/');
  });
  return given.option.empty() || has_lines
             ? ""
             : fmt::format("{0} goes with {1} FILE.trace or {1} DIR/", given.option, option);
}

void add_companions(const std::vector<std::string>& files, std::string_view option,
                    CommonOptions& common) {
  for (const std::string& path : files) {
    const traces::TraceFormat* format = traces::format_of(path);
    if (format == nullptr) {
      continue;  // the setter has reported this
    }
    for (const traces::Companion& companion : format->companions) {
      common.outputs.push_back(
          {std::string(option), traces::companion_path(*format, path, companion)});
    }
  }
}

bool records_events(const TraceOptions& trace, const ProfileOptions& profile) {
  return !trace.files.empty() || profile.why || profile.slow || profile.latencies ||
         profile.expects_latencies();
}

traces::Limits trace_limits_of(const TraceOptions& given, traces::TimeUnit unit) {
  const double per_second = ticks_per_second(unit);
  traces::Limits limits;
  if (given.files.empty() && unit == traces::TimeUnit::kPicoseconds) {
    limits.events = traces::kMostEvents;  // --why needs all events; those of a run are in memory
  }
  limits.events = given.limit.value_or(limits.events);
  limits.keep = given.keep;
  limits.from = given.from ? ticks_of(*given.from, per_second) : limits.from;
  limits.to = given.to ? ticks_of(*given.to, per_second) : limits.to;
  return limits;
}

traces::Ticks measured_ticks(const ProfileOptions& given, traces::TimeUnit unit) {
  return given.measure_from ? ticks_of(*given.measure_from, ticks_per_second(unit))
                            : traces::kLeastTicks;
}

}  // namespace dps::commands
