#include "commands/check/unclaimed_notes.h"

#include <cstdint>
#include <map>
#include <utility>

#include "profiles/record_profile.h"

namespace dps::commands {

std::vector<std::string> unclaimed_notes(const blueprint::Program& program,
                                         const engine::PlayResult& play) {
  profiles::UnclaimedNotes notes(program);
  if (play.end != engine::PlayEnd::kFinished) {
    return {};
  }
  for (std::uint32_t p = 0; p < play.processes.size(); ++p) {
    std::map<std::pair<std::uint32_t, MessageId>, std::uint64_t> counts;  // by unit, type
    for (const engine::Unclaimed& left : play.processes[p].unclaimed) {
      counts[{left.unit, left.mid}] += left.count;
    }
    for (const auto& [where, count] : counts) {
      notes.add(ProcessId{p}, where.first, where.second, count);
    }
  }
  return notes.take();
}

}  // namespace dps::commands
