/// Sets of processes, stored as ranges so that large sets need little memory.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace dps::blueprint {

/// The `count` processes first, first+step, …; `count` is at least 1.
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

/// A set of processes: ascending ranges that do not overlap or interleave.
class ProcessSet {
 public:
  ProcessSet() = default;
  explicit ProcessSet(ProcessRange range) : ranges_{range} {}

  /// Returns the union of ranges in any order; they may overlap. Strided ranges are split if
  /// necessary.
  static ProcessSet of(std::vector<ProcessRange> ranges);

  /// Adds the processes first … first+count-1 in constant time. `first` must not be less than that
  /// of the previous call.
  void append(std::uint32_t first, std::uint32_t count);

  [[nodiscard]] bool empty() const { return ranges_.empty(); }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool contains(ProcessId process) const;
  [[nodiscard]] ProcessId first() const { return ProcessId{ranges_.front().first}; }
  [[nodiscard]] const std::vector<ProcessRange>& ranges() const { return ranges_; }

  /// Returns the processes that are in both sets.
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
