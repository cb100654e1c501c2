/// The record of one process in one run: its state, its counters and the sums of its
/// execution-history log. Instants count from the BEGIN instant of the run.
///
/// While the process runs, its record is a page of shared memory that its agent has created
/// (record_page.h), so the record survives a crash of the process at any instruction. This header
/// defines the record as a value, and its encoding.
/// Source: paper 5.3.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/flow.h"
#include "profiles/process_sums.h"

namespace dps::profiles {

/// The level of detail of the log and of the profile. Source: paper 4.1.
enum class Level : std::uint8_t { kProcess, kUnit, kFunctionality };
constexpr Level last_enumerator(Level /*type*/) {
  return Level::kFunctionality;
}
/// The names in options and results, by Level.
inline constexpr std::array<std::string_view, 3> kLevelNames{"process", "unit", "functionality"};
constexpr std::string_view level_name(Level level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}

enum class ProcessState : std::uint8_t {
  kPreparing,  ///< before READY
  kReady,      ///< waits for BEGIN
  kRunning,    ///< computes, or the engine runs
  kWaiting,    ///< waits for a message
  kSending,
  kComplete,  ///< reached its end
  kStopped,   ///< stopped by a signal, or, as a server, at the end of the run
  kFailed,
};
constexpr ProcessState last_enumerator(ProcessState /*type*/) {
  return ProcessState::kFailed;
}

/// The figures of a record that are known.
enum class KnownPart : std::uint8_t {
  kAll,
  kAllButCpuTime,  ///< the process died, and its agent could not read its CPU time until then
  kMessages,       ///< the record was lost: only traffic.msgs_in, traffic.msgs_out and late
};
constexpr KnownPart last_enumerator(KnownPart /*type*/) {
  return KnownPart::kMessages;
}

/// Real times of the host's CLOCK_MONOTONIC, and CPU times. user + sys is exact; the kernel
/// estimates how to divide the sum.
using Times = events::Times<Nanoseconds>;

/// The messages of one type to or from one peer. A process has a row for each combination that is
/// possible.
struct FlowRow : blueprint::Flow {
  std::uint64_t messages = 0;   ///< outgoing: sent; incoming: taken
  std::uint64_t bytes = 0;      ///< of these messages
  std::uint64_t late = 0;       ///< incoming only: arrived after the process was complete
  std::uint64_t unclaimed = 0;  ///< incoming only: taken and never used
  Nanoseconds waited{};         ///< incoming only: the process was idle until it took one of them

  bool operator==(const FlowRow&) const = default;
};

struct ProcessRecord : ProcessSums<Nanoseconds> {
  Level level = Level::kProcess;
  ProcessState state = ProcessState::kPreparing;
  KnownPart known = KnownPart::kAll;
  std::uint32_t run = 0;
  std::uint32_t unit = 0;      ///< position of the active unit, or of the last one, in the plan
  std::uint32_t position = 0;  ///< of the firing functionality on the U line, or kNowhere
  Nanoseconds start_late{};    ///< delay of PROCESS_BEGIN after the BEGIN instant
  Nanoseconds changed{};       ///< instant of the last change of `state`
  std::uint64_t timers_pending = 0;  ///< delayed messages of the process to itself, not yet due
  std::uint64_t dropped = 0;         ///< frames of other runs or unknown peers
  std::vector<FlowRow> flows;

  static constexpr std::uint32_t kNowhere = 0xffffffff;
  bool operator==(const ProcessRecord&) const = default;
};

/// True if every time is within ± 2^61 ns (73 years), so that sums of a few of them cannot
/// overflow. decode_record() and RecordPage::read() reject other times, which a crashed or
/// malicious writer may have left.
bool has_plausible_times(const ProcessRecord& record);

/// Errors (kProtocol): a wrong count, enumerator or time, or units and functionalities at a level
/// that does not have them.
/// Source: docs/record.md.
std::vector<std::byte> encode_record(const ProcessRecord& record);
Result<ProcessRecord> decode_record(std::span<const std::byte> bytes);

}  // namespace dps::profiles
