/// The state of every simulator of a session, and the records and endings of the current run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "coordinator/session/session_result.h"
#include "transport/control/frames.h"
#include "transport/control/states.h"

namespace dps::coordinator {

/// Follows each simulator through the states of docs/protocol.md.
class SimulatorTable {
 public:
  explicit SimulatorTable(std::size_t processes);

  /// Updates the state for a frame that was sent to the simulator or received from it. Returns
  /// false, without a change, if the protocol does not allow the frame in this state.
  bool advance(ProcessId process, control::FrameKind kind);
  /// Marks the simulator as lost, since it has died or its agent is lost.
  void lose(ProcessId process);

  void set_port(ProcessId process, std::uint32_t port) { ports_[index(process)] = port; }
  void set_record(ProcessId process, profiles::ProcessRecord record);
  void set_ending(ProcessId process, control::DoneFrame ending);

  [[nodiscard]] bool is_lost(ProcessId process) const { return lost_[index(process)]; }
  /// True between BEGIN and DONE, unless the simulator is lost.
  [[nodiscard]] bool is_running(ProcessId process) const;
  [[nodiscard]] control::SimulatorState state(ProcessId process) const {
    return states_[index(process)];
  }
  /// True if all simulators that are not lost are in this state.
  [[nodiscard]] bool all_in(control::SimulatorState state) const;
  /// The number of simulators that are in this state and not lost.
  [[nodiscard]] std::uint32_t count_in(control::SimulatorState state) const;
  [[nodiscard]] bool any_running() const;
  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] const std::vector<std::uint32_t>& ports() const { return ports_; }

  /// The records and endings since begin_run().
  [[nodiscard]] PlayedRun& run() { return run_; }
  [[nodiscard]] const PlayedRun& run() const { return run_; }
  void begin_run(std::uint32_t number);

 private:
  std::vector<control::SimulatorState> states_;
  std::vector<bool> lost_;
  std::vector<std::uint32_t> ports_;
  PlayedRun run_;
};

}  // namespace dps::coordinator
