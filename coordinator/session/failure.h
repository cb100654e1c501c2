/// What went wrong in a session, who is to blame, and how the user is told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "control/frames.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_result.h"

namespace dps::coordinator {

/// How likely it is that a failure is a cause and not the effect of another: peers tell of a lost
/// connection before anybody tells of the process that was killed.
enum class Blame : std::uint8_t {
  kDeath,   ///< a process or an agent ended, and had not said why
  kReport,  ///< something told why it cannot go on
};

/// One thing that went wrong, as it was heard.
struct Cause {
  Blame blame = Blame::kReport;
  std::uint32_t host = 0;
  std::optional<ProcessId> process;  ///< nothing: the host's agent
  std::string what;                  ///< "was killed by signal 9 (SIGKILL) while running"
  std::string next_step;             ///< may be empty
};

Cause cause_of(std::uint32_t host, ProcessId process, const control::DiedFrame& died,
               const blueprint::Program& program);
/// Of a simulator, or (nothing) of the agent itself.
Cause cause_of(std::uint32_t host, std::optional<ProcessId> process,
               const control::FailedFrame& failed);
/// DONE with a failure, or stopped although nobody asked.
Cause cause_of(std::uint32_t host, ProcessId process, const control::DoneFrame& done);
Cause cause_of(std::uint32_t host, const control::AgentLostFrame& lost);

/// Something that cannot be begun, in whole words.
Failure refusal(ExitStatus status, const std::string& why);

/// The report of the terrain: its first line is the reason.
Failure failure_of(const TerrainFailure& terrain);

/// The session was stopped by SIGINT, SIGTERM or SIGHUP; without when.
Failure stopped_by(int signal);

/// Everything that went wrong, in the order in which it was heard. Of a process only the first
/// counts: one that says why and then exits has failed once.
class Causes {
 public:
  /// False if the process (or agent) has already told.
  bool add(Cause cause);
  [[nodiscard]] bool empty() const { return causes_.empty(); }
  [[nodiscard]] const std::vector<Cause>& all() const { return causes_; }

  /// Not when empty(). The first of the gravest is the reason; others as grave are details, equal
  /// ones together. `when` ends the sentence: "1.2 s after BEGIN".
  [[nodiscard]] Failure failure(const blueprint::Program& program, const Placement& placement,
                                const std::string& when) const;

 private:
  /// A cause, and how many other processes say the same.
  struct Line {
    const Cause* cause;
    std::size_t others;
  };
  [[nodiscard]] std::vector<Line> gravest() const;

  std::vector<Cause> causes_;
};

}  // namespace dps::coordinator
