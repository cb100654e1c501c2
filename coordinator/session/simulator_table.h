/// How far each process of a session is, and what it has handed in for the run under way.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.h"
#include "control/frames.h"
#include "control/states.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

class Roster {
 public:
  explicit Roster(std::size_t processes);

  /// A frame of this kind was sent to the process, or came from it. False if it has no business in
  /// the state that the process is in.
  bool advance(ProcessId process, control::FrameKind kind);
  /// It has died, or its agent is lost: nothing more will come.
  void lose(ProcessId process);

  void set_port(ProcessId process, std::uint32_t port) { ports_[index(process)] = port; }
  void set_record(ProcessId process, profiles::ProcessRecord record);
  void set_ending(ProcessId process, control::DoneFrame ending);

  [[nodiscard]] bool is_lost(ProcessId process) const { return lost_[index(process)]; }
  /// Its part in the run under way is not over.
  [[nodiscard]] bool is_playing(ProcessId process) const;
  [[nodiscard]] control::SimulatorState state(ProcessId process) const {
    return states_[index(process)];
  }
  /// All that are not lost are in this state.
  [[nodiscard]] bool all_in(control::SimulatorState state) const;
  [[nodiscard]] std::uint32_t count_in(control::SimulatorState state) const;
  [[nodiscard]] bool any_playing() const;
  [[nodiscard]] std::size_t size() const { return states_.size(); }
  [[nodiscard]] const std::vector<std::uint32_t>& ports() const { return ports_; }

  /// What has been handed in since the last begin_run().
  [[nodiscard]] PlayedRun& run() { return run_; }
  void begin_run(std::uint32_t number);

 private:
  std::vector<control::SimulatorState> states_;
  std::vector<bool> lost_;
  std::vector<std::uint32_t> ports_;
  PlayedRun run_;
};

}  // namespace dps::coordinator
