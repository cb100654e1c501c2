#include "predictor/estimator/pictures/timeline.h"

#include <algorithm>
#include <array>
#include <utility>

#include "predictor/estimator/simulation/run_observed.h"
#include "predictor/machines/wide.h"

namespace dps::estimator {
namespace {

/// Adds up the parts of each step.
class StepObserver : public NoObserver {
 public:
  StepObserver(std::size_t processors, Picoseconds time) : time_(time), sums_(processors) {
    for (auto& steps : sums_) {
      steps.resize(kTimelineSteps);
    }
  }

  void busy(std::uint32_t p, const StreamInstruction& instruction, Picoseconds from,
            Picoseconds to) {
    const StreamOperation operation = instruction.operation();
    add(p,
        operation == StreamOperation::kWork ? TimePart::kWork
        : is_send(operation)                ? TimePart::kSend
                                            : TimePart::kReceive,
        from, to);
  }
  void held(std::uint32_t p, TimePart part, Picoseconds from, Picoseconds to) {
    add(p, part, from, to);
  }

  [[nodiscard]] std::vector<std::optional<TimePart>> steps_of(std::uint32_t p) const {
    std::vector<std::optional<TimePart>> steps;
    for (const Sums& sums : sums_[p]) {
      const auto most = std::max_element(sums.begin(), sums.end());
      steps.push_back(*most == 0 ? std::nullopt
                                 : std::optional(static_cast<TimePart>(most - sums.begin())));
    }
    return steps;
  }

 private:
  using Sums = std::array<std::int64_t, kParts>;

  [[nodiscard]] Picoseconds begin_of(std::size_t step) const {
    const machines::Wide begin = machines::wide(time_) * step / kTimelineSteps;
    return Picoseconds(static_cast<std::int64_t>(begin));
  }

  void add(std::uint32_t p, TimePart part, Picoseconds from, Picoseconds to) {
    const auto first =
        static_cast<std::size_t>(machines::wide(from) * kTimelineSteps / machines::wide(time_));
    for (std::size_t step = first; step < kTimelineSteps && begin_of(step) < to; ++step) {
      const Picoseconds begin = std::max(from, begin_of(step));
      const Picoseconds end = std::min(to, begin_of(step + 1));
      if (begin < end) {
        sums_[p][step][static_cast<std::size_t>(part)] += (end - begin).count();
      }
    }
  }

  Picoseconds time_;
  std::vector<std::vector<Sums>> sums_;  // by processor and step
};

}  // namespace

Result<Timeline> timeline_of(const Streams& streams,
                             const machines::ArchitectureDescription& machine, Picoseconds time,
                             const StopRequest& is_to_stop) {
  Timeline timeline{time, {}};
  StepObserver observer(streams.processors(), std::max(time, Picoseconds(1)));
  const auto estimate = run_observed(streams, machine, observer, is_to_stop);
  if (!estimate) {
    return tl::unexpected(estimate.error());
  }
  for (std::uint32_t p = 0; p < streams.processors(); ++p) {
    timeline.steps.push_back(observer.steps_of(p));
  }
  return timeline;
}

}  // namespace dps::estimator
