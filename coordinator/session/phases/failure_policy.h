/// Decides when a failure stops a session, and which failure the result reports.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "blueprint/program.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/agents/failure.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// The death of a process or an agent stops a run at once. A reported failure may be the effect of
/// a death whose frame arrives a little later, so it stops the session only after the settle time.
/// A verdict (deadlock, timeout, signal) outweighs every cause.
class FailurePolicy {
 public:
  explicit FailurePolicy(std::chrono::milliseconds settle) : settle_(settle) {}

  /// Records a cause. Returns true if the session must stop at once. `is_running`: processes run,
  /// or send their records. `elapsed` is the `when` of FailureCauses::failure(), and may be empty.
  bool add(FailureCause cause, bool is_running, TimePoint now, const std::string& elapsed);
  /// Called when the session stops, for this verdict or, without one, for the causes so far.
  void stop(std::optional<Failure> verdict, const std::string& elapsed);

  /// The instant at which the session must stop for the causes so far; nullopt if it need not.
  [[nodiscard]] std::optional<TimePoint> due() const { return due_; }
  [[nodiscard]] bool has_causes() const { return !causes_.empty(); }
  /// Returns null if there is no verdict. The details of a deadlock are known only when all
  /// processes have stopped.
  [[nodiscard]] Failure* verdict() { return verdict_ ? &*verdict_ : nullptr; }

  /// The verdict or the causes, with the time at which the session was stopped.
  [[nodiscard]] Failure failure(const blueprint::Program& program,
                                const Placement& placement) const;

 private:
  std::chrono::milliseconds settle_;
  FailureCauses causes_;
  std::optional<Failure> verdict_;
  std::optional<TimePoint> due_;
  std::optional<std::string> when_;  // the time of the first cause or of the verdict
  bool is_stopping_ = false;
};

}  // namespace dps::coordinator
