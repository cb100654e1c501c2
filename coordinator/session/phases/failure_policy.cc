#include "coordinator/session/phases/failure_policy.h"

#include <utility>

namespace dps::coordinator {

bool FailurePolicy::add(FailureCause cause, bool is_running, TimePoint now,
                        const std::string& elapsed) {
  const bool is_death = cause.kind == CauseKind::kDeath;
  if (verdict_ || !causes_.add(std::move(cause)) || is_stopping_) {
    return false;
  }
  if (!when_) {
    when_ = elapsed;
  }
  if (is_death && is_running) {
    return true;
  }
  if (!due_) {
    due_ = now + settle_;
  }
  return false;
}

void FailurePolicy::stop(std::optional<Failure> verdict, const std::string& elapsed) {
  verdict_ = std::move(verdict);
  if (verdict_ || !when_) {
    when_ = elapsed;
  }
  due_.reset();
  is_stopping_ = true;
}

Failure FailurePolicy::failure(const blueprint::Program& program,
                               const Placement& placement) const {
  if (verdict_) {
    Failure failure = *verdict_;
    failure.reason += ", " + when_.value_or("");
    return failure;
  }
  return causes_.empty() ? refusal(ExitStatus::kFailed, "the session ended early")
                         : causes_.failure(program, placement, when_.value_or(""));
}

}  // namespace dps::coordinator
