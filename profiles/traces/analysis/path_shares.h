/// The parts of a critical path by what can be changed: lines, message types, processes.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "profiles/traces/analysis/critical_path.h"
#include "profiles/traces/analysis/element.h"

namespace dps::traces {

struct PathPart {
  Element element;
  std::uint32_t group = 0;  ///< of the process; of a message under way: of its receiver
  Ticks length = 0;
  std::uint32_t main_process = 0;  ///< the clone with the longest part, and that part
  Ticks main_length = 0;
};

/// Adds up segments. Memory grows with the number of processes and elements on the path.
class PathShares {
 public:
  /// `head` is borrowed.
  explicit PathShares(const TraceHead& head) : head_(head), groups_(head.process_groups()) {}

  void add(const Segment& segment);
  /// Adds a segment of the activity kLink, which shares this link with messages of `process` by the
  /// other output.
  void add_on_link(const Segment& segment, std::uint32_t link, std::uint32_t output,
                   std::uint32_t process);

  /// The longest first; those of the same length in the order of their groups and elements.
  [[nodiscard]] std::vector<PathPart> shares() const;

 private:
  [[nodiscard]] Element element_of_segment(const Segment& segment) const;

  const TraceHead& head_;
  std::vector<std::uint32_t> groups_;                           // by process
  std::map<std::pair<Element, std::uint32_t>, Ticks> lengths_;  // by element and process
};

}  // namespace dps::traces
