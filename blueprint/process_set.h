/// Sets of processes that stay small when the processes are many: ranges, not lists.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace dps::blueprint {

/// The processes first, first+step, …, `count` of them; at least one.
struct ProcessRange {
  std::uint32_t first = 0;
  std::uint32_t count = 1;
  std::uint32_t step = 1;

  [[nodiscard]] std::uint32_t last() const { return first + (count - 1) * step; }
  [[nodiscard]] bool contains(std::uint32_t process) const {
    return process >= first && process <= last() && (process - first) % step == 0;
  }
  bool operator==(const ProcessRange&) const = default;
};

/// A set of processes: ranges in ascending order, each wholly before the next.
class ProcessSet {
 public:
  ProcessSet() = default;
  explicit ProcessSet(ProcessRange range) : ranges_{range} {}

  /// The union of any ranges, in whatever order and however they overlap. Strided ranges are taken
  /// apart where they have to be.
  static ProcessSet of(std::vector<ProcessRange> ranges);

  /// Adds the processes first … first+count-1; `first` is not below the first of the last addition,
  /// so sets that are built in process order cost nothing to merge.
  void append(std::uint32_t first, std::uint32_t count);

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool contains(ProcessId process) const;
  [[nodiscard]] ProcessId first() const { return ProcessId{ranges_.front().first}; }
  [[nodiscard]] const std::vector<ProcessRange>& ranges() const { return ranges_; }

  /// The processes that are in both.
  [[nodiscard]] ProcessSet intersection(const ProcessSet& other) const;

  template <typename Visit>
  void for_each(Visit visit) const {
    for (const ProcessRange& range : ranges_) {
      for (std::uint32_t i = 0; i < range.count; ++i) {
        visit(ProcessId{range.first + i * range.step});
      }
    }
  }

  bool operator==(const ProcessSet&) const = default;

 private:
  std::vector<ProcessRange> ranges_;
};

}  // namespace dps::blueprint
