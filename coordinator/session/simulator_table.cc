#include "coordinator/session/simulator_table.h"

#include <utility>

namespace dps::coordinator {

using control::SimulatorState;

SimulatorTable::SimulatorTable(std::size_t processes)
    : states_(processes, SimulatorState::kLaunched), lost_(processes), ports_(processes) {
  begin_run(0);
}

bool SimulatorTable::advance(ProcessId process, control::FrameKind kind) {
  SimulatorState& state = states_[index(process)];
  const auto next = control::after(state, kind);
  if (next) {
    state = *next;
  }
  return next.has_value();
}

void SimulatorTable::lose(ProcessId process) {
  lost_[index(process)] = true;
}

void SimulatorTable::set_record(ProcessId process, profiles::ProcessRecord record) {
  run_.records[index(process)] = std::move(record);
}

void SimulatorTable::set_ending(ProcessId process, control::DoneFrame ending) {
  run_.endings[index(process)] = std::move(ending);
}

bool SimulatorTable::is_running(ProcessId process) const {
  return !is_lost(process) && state(process) == SimulatorState::kRunning;
}

bool SimulatorTable::all_in(SimulatorState state) const {
  for (std::size_t process = 0; process < size(); ++process) {
    if (!lost_[process] && states_[process] != state) {
      return false;
    }
  }
  return true;
}

std::uint32_t SimulatorTable::count_in(SimulatorState state) const {
  std::uint32_t count = 0;
  for (std::size_t process = 0; process < size(); ++process) {
    count += !lost_[process] && states_[process] == state ? 1 : 0;
  }
  return count;
}

bool SimulatorTable::any_running() const {
  return count_in(SimulatorState::kRunning) > 0;
}

void SimulatorTable::begin_run(std::uint32_t number) {
  run_ = PlayedRun{};
  run_.number = number;
  run_.records.resize(size());
  run_.endings.resize(size());
}

}  // namespace dps::coordinator
