#include "coordinator/session/simulator_table.h"

namespace dps::coordinator {

using control::SimulatorState;

Roster::Roster(std::size_t processes)
    : states_(processes, SimulatorState::kLaunched), lost_(processes), ports_(processes) {
  begin_run(0);
}

bool Roster::advance(ProcessId process, control::FrameKind kind) {
  SimulatorState& state = states_[index(process)];
  const auto next = control::after(state, kind);
  if (next) {
    state = *next;
  }
  return next.has_value();
}

void Roster::lose(ProcessId process) {
  lost_[index(process)] = true;
}

void Roster::set_record(ProcessId process, profiles::ProcessRecord record) {
  run_.records[index(process)] = std::move(record);
}

void Roster::set_ending(ProcessId process, control::DoneFrame ending) {
  run_.endings[index(process)] = std::move(ending);
}

bool Roster::is_playing(ProcessId process) const {
  return !lost_[index(process)] && states_[index(process)] == SimulatorState::kRunning;
}

bool Roster::all_in(SimulatorState state) const {
  for (std::size_t process = 0; process < states_.size(); ++process) {
    if (!lost_[process] && states_[process] != state) {
      return false;
    }
  }
  return true;
}

std::uint32_t Roster::count_in(SimulatorState state) const {
  std::uint32_t count = 0;
  for (std::size_t process = 0; process < states_.size(); ++process) {
    count += !lost_[process] && states_[process] == state ? 1 : 0;
  }
  return count;
}

bool Roster::any_playing() const {
  for (std::size_t process = 0; process < states_.size(); ++process) {
    if (!lost_[process] && states_[process] == SimulatorState::kRunning) {
      return true;
    }
  }
  return false;
}

void Roster::begin_run(std::uint32_t number) {
  run_ = PlayedRun{};
  run_.number = number;
  run_.records.resize(states_.size());
  run_.endings.resize(states_.size());
}

}  // namespace dps::coordinator
