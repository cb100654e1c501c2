/// Collects the failures of a session and selects the ones to report: a killed process also makes
/// its peers fail, and their reports may arrive first.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "coordinator/agents/failure.h"
#include "coordinator/placement/placement.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Kinds of failures; a failure of an earlier kind is more likely to be the cause of the others.
enum class CauseKind : std::uint8_t {
  kDeath,   ///< a process or an agent ended without a report
  kReport,  ///< a process or an agent reported why it cannot continue
};

/// One failure of a process or of an agent.
struct FailureCause {
  CauseKind kind = CauseKind::kReport;
  std::uint32_t host = 0;            ///< position in Placement::hosts
  std::optional<ProcessId> process;  ///< nullopt: the host's agent
  std::string what;                  ///< "was killed by signal 9 (SIGKILL) while running"
  std::string next_step;             ///< advice for the user; may be empty
};

/// The cause that DIED reports, with the wait status and the active unit and functionality.
FailureCause cause_of(std::uint32_t host, ProcessId process, const control::DiedFrame& died,
                      const blueprint::Program& program);
/// The cause that FAILED reports, from a simulator or (nullopt) from the agent itself.
FailureCause cause_of(std::uint32_t host, std::optional<ProcessId> process,
                      const control::FailedFrame& failed);
/// The cause that DONE reports: a failure, or a stop by a signal that dps did not send.
FailureCause cause_of(std::uint32_t host, ProcessId process, const control::DoneFrame& done);
/// The cause that AGENT_LOST reports: one half of the agent, or its daemon, has ended.
FailureCause cause_of(std::uint32_t host, const control::AgentLostFrame& lost);
/// The cause for an agent that has not sent a frame for this time.
FailureCause silent_agent(std::uint32_t host, std::chrono::milliseconds silence);

/// The causes in the order of arrival. Only the first of each process (or agent) counts: a process
/// that reports a failure and then exits has failed once.
class FailureCauses {
 public:
  /// Adds a cause. Returns false if this process (or agent) already has one.
  bool add(FailureCause cause);
  [[nodiscard]] bool empty() const { return causes_.empty(); }
  [[nodiscard]] const std::vector<FailureCause>& all() const { return causes_; }

  /// The first cause of the most likely kind is the reason, and the others of that kind are
  /// details. Processes with the same text share a line. `when` is the end of the reason, such as
  /// "1.2 s after the start". There must be a cause.
  [[nodiscard]] Failure failure(const blueprint::Program& program, const Placement& placement,
                                const std::string& when) const;

 private:
  /// A cause, and the number of other processes that have a cause with the same text.
  struct CauseLine {
    const FailureCause* cause;
    std::size_t others;
  };
  [[nodiscard]] std::vector<CauseLine> likeliest() const;

  std::vector<FailureCause> causes_;
};

}  // namespace dps::coordinator
