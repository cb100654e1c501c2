#include "blueprint/process_set.h"

#include <algorithm>

#include "base/check.h"

namespace dps::blueprint {
namespace {

/// Returns the part of `range` within low … high; its count is 0 if there is none.
ProcessRange clipped(const ProcessRange& range, std::uint32_t low, std::uint32_t high) {
  const std::uint32_t from =
      range.first >= low ? 0 : (low - range.first + range.step - 1) / range.step;
  if (from >= range.count || range.first + from * range.step > high) {
    return {0, 0, 1};
  }
  const std::uint32_t first = range.first + from * range.step;
  const std::uint32_t count = std::min(range.count - from, (high - first) / range.step + 1);
  return {first, count, count == 1 ? 1 : range.step};
}

void append_common(const ProcessRange& a, const ProcessRange& b, std::vector<ProcessRange>& out) {
  if (a.step != 1 && b.step != 1) {
    for (std::uint32_t i = 0; i < a.count; ++i) {
      const std::uint32_t process = a.first + i * a.step;
      if (b.contains(process)) {
        out.push_back({process, 1, 1});
      }
    }
    return;
  }
  const ProcessRange common =
      b.step == 1 ? clipped(a, b.first, b.last()) : clipped(b, a.first, a.last());
  if (common.count > 0) {
    out.push_back(common);
  }
}

/// Returns the same processes as ranges of step 1.
std::vector<ProcessRange> unstrided(const std::vector<ProcessRange>& ranges) {
  std::vector<ProcessRange> plain;
  plain.reserve(ranges.size());
  for (const ProcessRange& range : ranges) {
    if (range.step == 1) {
      plain.push_back(range);
      continue;
    }
    for (std::uint32_t i = 0; i < range.count; ++i) {
      plain.push_back({range.first + i * range.step, 1, 1});
    }
  }
  return plain;
}

using RangeIterator = std::vector<ProcessRange>::const_iterator;

/// Returns the first range, from `place` on, that does not end before `process`.
RangeIterator from(const std::vector<ProcessRange>& ranges, RangeIterator place,
                   std::uint32_t process) {
  return std::partition_point(
      place, ranges.end(), [process](const ProcessRange& range) { return range.last() < process; });
}

bool before(const ProcessRange& a, const ProcessRange& b) {
  return a.first != b.first   ? a.first < b.first
         : a.count != b.count ? a.count < b.count
                              : a.step < b.step;
}

}  // namespace

ProcessSet ProcessSet::of(std::vector<ProcessRange> ranges) {
  if (!std::is_sorted(ranges.begin(), ranges.end(), before)) {
    std::sort(ranges.begin(), ranges.end(), before);
  }
  ranges.erase(std::unique(ranges.begin(), ranges.end()), ranges.end());
  ProcessSet set;
  if (ranges.size() == 1) {
    set.ranges_ = std::move(ranges);
    return set;
  }
  ranges = unstrided(ranges);
  if (!std::is_sorted(ranges.begin(), ranges.end(), before)) {
    std::sort(ranges.begin(), ranges.end(), before);
  }
  for (const ProcessRange& range : ranges) {
    set.append(range.first, range.count);
  }
  return set;
}

void ProcessSet::append(std::uint32_t first, std::uint32_t count) {
  if (ranges_.empty() || first > ranges_.back().last() + 1) {
    ranges_.push_back({first, count, 1});
    return;
  }
  ProcessRange& last = ranges_.back();
  DPS_CHECK(first >= last.first && last.step == 1);
  last.count = std::max(last.count, first - last.first + count);
}

std::uint64_t ProcessSet::size() const {
  std::uint64_t processes = 0;
  for (const ProcessRange& range : ranges_) {
    processes += range.count;
  }
  return processes;
}

bool ProcessSet::contains(ProcessId process) const {
  const auto after =
      std::upper_bound(ranges_.begin(), ranges_.end(), index(process),
                       [](std::uint32_t p, const ProcessRange& range) { return p < range.first; });
  return after != ranges_.begin() && std::prev(after)->contains(index(process));
}

ProcessSet ProcessSet::intersection(const ProcessSet& other) const {
  ProcessSet common;
  auto a = ranges_.begin();
  auto b = other.ranges_.begin();
  while (a != ranges_.end() && b != other.ranges_.end()) {
    if (a->last() < b->first) {
      a = from(ranges_, a, b->first);
    } else if (b->last() < a->first) {
      b = from(other.ranges_, b, a->first);
    } else {
      append_common(*a, *b, common.ranges_);
      if (a->last() < b->last()) {
        ++a;
      } else {
        ++b;
      }
    }
  }
  return common;
}

}  // namespace dps::blueprint
