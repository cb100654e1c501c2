#include "commands/check/unclaimed_notes.h"

#include <cstdint>

#include "profiles/unclaimed_notes.h"

namespace dps::commands {

std::vector<std::string> unclaimed_notes(const blueprint::Program& program,
                                         const engine::PlayResult& play) {
  profiles::UnclaimedNotes notes(program);
  if (play.end != engine::PlayEnd::kFinished) {
    return {};
  }
  for (std::uint32_t p = 0; p < play.processes.size(); ++p) {
    notes.add(ProcessId{p}, play.processes[p].unclaimed);
  }
  return notes.take();
}

}  // namespace dps::commands
