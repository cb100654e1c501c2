#include "predictor/estimator/tables/deadlock_text.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/estimator/streams/streams.h"
#include "predictor/estimator/tables/exact_seconds.h"

namespace dps::estimator {
namespace {

constexpr std::size_t kMostAwaited = 3;

std::string awaited_text(const Awaited& awaited) {
  return fmt::format("processor {} to {}{}", awaited.processor,
                     awaited.is_send ? "send" : "receive",
                     awaited.has_ended ? ", whose stream has ended" : "");
}

std::string blocked_line(const Blocked& blocked) {
  std::string line = fmt::format("processor {}: instruction {}, {}, waits for ", blocked.processor,
                                 blocked.number, instruction_text(blocked.instruction));
  for (std::size_t i = 0; i < blocked.awaits.size(); ++i) {
    if (i == kMostAwaited) {
      return line + fmt::format(", and {} more", blocked.awaits.size() - i);
    }
    line += (i == 0 ? "" : "; ") + awaited_text(blocked.awaits[i]);
  }
  return line;
}

/// Looks for a cycle by a search in depth. A processor is left out once all paths from it have
/// been tried.
class WaitingCycleSearch {
 public:
  explicit WaitingCycleSearch(const std::vector<Blocked>& blocked) {
    for (const Blocked& one : blocked) {
      by_number_[one.processor] = &one;
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> find() {
    for (const auto& [processor, blocked] : by_number_) {
      if (visit(processor)) {
        return cycle();
      }
    }
    return {};
  }

 private:
  struct Step {
    const Blocked* blocked;
    std::size_t next = 0;  ///< of its awaited halves
  };

  /// True if a path from the processor returns to itself; the cycle is then the end of path_.
  bool visit(std::uint32_t processor) {
    if (!enter(processor)) {
      return false;
    }
    while (!path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.blocked->awaits.size()) {
        place_[step.blocked->processor] = kDone;
        path_.pop_back();
        continue;
      }
      const std::uint32_t other = step.blocked->awaits[step.next++].processor;
      const auto place = place_.find(other);
      if (place != place_.end() && place->second != kDone) {
        path_.erase(path_.begin(), path_.begin() + place->second);
        return true;
      }
      if (place == place_.end()) {
        enter(other);
      }
    }
    return false;
  }

  bool enter(std::uint32_t processor) {
    const auto found = by_number_.find(processor);
    if (found == by_number_.end() || place_.contains(processor)) {
      return false;
    }
    place_[processor] = static_cast<std::ptrdiff_t>(path_.size());
    path_.push_back({found->second});
    return true;
  }

  [[nodiscard]] std::vector<std::uint32_t> cycle() const {
    std::vector<std::uint32_t> all;
    for (const Step& step : path_) {
      all.push_back(step.blocked->processor);
    }
    std::rotate(all.begin(), std::min_element(all.begin(), all.end()), all.end());
    return all;
  }

  static constexpr std::ptrdiff_t kDone = -1;

  std::map<std::uint32_t, const Blocked*> by_number_;
  std::map<std::uint32_t, std::ptrdiff_t> place_;  // in path_, or kDone
  std::vector<Step> path_;
};

}  // namespace

std::vector<std::uint32_t> waiting_cycle(const std::vector<Blocked>& blocked) {
  return WaitingCycleSearch(blocked).find();
}

std::vector<std::string> deadlock_lines(const StreamEstimate& estimate) {
  if (estimate.is_complete()) {
    return {};
  }
  std::vector<std::string> lines{fmt::format("deadlock at {} on {}", time_text(estimate.time),
                                             counted(estimate.processors.size(), "processor"))};
  for (const Blocked& blocked : estimate.blocked) {
    lines.push_back(blocked_line(blocked));
  }
  const auto cycle = waiting_cycle(estimate.blocked);
  if (!cycle.empty() && cycle.size() < estimate.blocked.size()) {
    std::string path;
    for (const std::uint32_t processor : cycle) {
      path += fmt::format("{} -> ", processor);
    }
    lines.push_back(fmt::format("these processors wait in a cycle: {}{}", path, cycle.front()));
  }
  return lines;
}

}  // namespace dps::estimator
