/// The record of one process in one run: its state, its counters and the sums of its
/// execution-history log (paper 5.3). Instants count from the BEGIN instant of the run.
///
/// While the process runs, its record is a page of memory that its agent made (record_page.h), so
/// the record survives the process at any instruction. This header has the record as a value, and
/// its form on the wire.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "base/time_units.h"
#include "blueprint/flow.h"
#include "profiles/process_sums.h"

namespace dps::profiles {

/// How finely the log is kept and the profile is printed (paper 4.1).
enum class Level : std::uint8_t { kProcess, kUnit, kFunctionality };
constexpr Level last_enumerator(Level /*type*/) {
  return Level::kFunctionality;
}

enum class ProcessState : std::uint8_t {
  kPreparing,  ///< before READY
  kReady,      ///< waits for BEGIN
  kRunning,    ///< computes, or the engine runs
  kWaiting,    ///< waits for a message
  kSending,
  kComplete,  ///< by itself
  kStopped,   ///< was told to stop, or ended with the run (a server)
  kFailed,
};
constexpr ProcessState last_enumerator(ProcessState /*type*/) {
  return ProcessState::kFailed;
}

/// The clocks of a host: CLOCK_MONOTONIC, and the CPU time that the kernel accounts. user + sys is
/// exact; the split is the kernel's estimate.
using Times = events::Times<Nanoseconds>;

/// The messages of one type to or from one peer. A process has one row for every pair that may
/// occur.
struct FlowRow : blueprint::Flow {
  std::uint64_t messages = 0;   ///< outgoing: sent; incoming: taken
  std::uint64_t bytes = 0;      ///< of those
  std::uint64_t late = 0;       ///< incoming only: came after the process was complete
  std::uint64_t unclaimed = 0;  ///< incoming only: taken and never used

  bool operator==(const FlowRow&) const = default;
};

struct ProcessRecord : ProcessSums<Nanoseconds> {
  Level level = Level::kProcess;
  ProcessState state = ProcessState::kPreparing;
  std::uint32_t run = 0;
  std::uint32_t unit = 0;            ///< active now (or last)
  std::uint32_t position = 0;        ///< functionality that fires now, or kNowhere
  Nanoseconds start_late{};          ///< PROCESS_BEGIN, after the BEGIN instant
  Nanoseconds changed{};             ///< when `state` last changed, after the BEGIN instant
  std::uint64_t timers_pending = 0;  ///< messages to oneself that are not yet due
  std::uint64_t dropped = 0;         ///< frames of another run or peer, not counted anywhere else
  std::vector<FlowRow> flows;

  static constexpr std::uint32_t kNowhere = 0xffffffff;
  bool operator==(const ProcessRecord&) const = default;
};

/// True if every time is within ± 2^61 ns (73 years), so that no sum of a few of them overflows.
/// Other times come from a crashed writer or a forger: decode_record() and RecordPage::read()
/// refuse them.
bool has_plausible_times(const ProcessRecord& record);

/// The wire form: docs/record.md. Decoding checks every count and enumerator, and that the record
/// has units and functionalities only at the levels that keep them (kProtocol).
std::vector<std::byte> encode_record(const ProcessRecord& record);
Result<ProcessRecord> decode_record(std::span<const std::byte> bytes);

}  // namespace dps::profiles
