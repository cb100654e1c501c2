#include "coordinator/launch/trunk_exit.h"

#include <fmt/format.h>
#include <sys/wait.h>

#include "coordinator/launch/child_words.h"
#include "coordinator/launch/lost_process.h"

namespace dps::coordinator {

std::string describe_exit(const TrunkExit& exit) {
  std::string reason = exit.violation;
  for (const control::LostProcess& lost : exit.lost) {
    reason += (reason.empty() ? "" : "; ") + describe(lost);
  }
  if (reason.empty()) {
    reason = last_words(exit.errors);
  }
  if (!reason.empty() || !exit.wait_status) {
    return reason;
  }
  return WIFSIGNALED(*exit.wait_status)
             ? "the launcher was killed by " + signal_text(WTERMSIG(*exit.wait_status))
             : fmt::format("the launcher ended with exit status {}",
                           WEXITSTATUS(*exit.wait_status));
}

}  // namespace dps::coordinator
