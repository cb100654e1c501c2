#include "coordinator/session/phases/deadlock_text.h"

#include "blueprint/engine/waiting_process.h"

namespace dps::coordinator {

std::vector<std::string> deadlock_text(const blueprint::Program& program,
                                       std::span<const std::optional<control::DoneFrame>> endings) {
  std::vector<engine::WaitingProcess> waiting;
  for (std::uint32_t p = 0; p < endings.size(); ++p) {
    const auto& done = endings[p];
    if (done && done->waiting && !program.is_server(ProcessId{p})) {
      waiting.push_back(engine::waiting_process(program, ProcessId{p}, done->unit, done->progress,
                                                done->unclaimed));
    }
  }
  if (waiting.empty()) {
    return {"deadlock: processes wait and no message is under way; none of them answered"};
  }
  return engine::deadlock_report(waiting);
}

}  // namespace dps::coordinator
