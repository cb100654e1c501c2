/// The contents of a Parasol machine file without its formulas: processors, topologies, mappings.
/// Source: docs/parasol.md, "The file".
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/operations/operations.h"
#include "base/operations/processor_timings.h"

namespace dps::parasol {

/// A measured value: the mean of the samples, and their standard deviation if it is known.
struct Timing {
  double mean = 0;
  std::optional<double> deviation;

  bool operator==(const Timing&) const = default;
};

/// A processor type.
struct Processor {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  std::array<std::optional<Timing>, operations::kOperationCount>
      timings;                        ///< seconds, by operation
  std::uint64_t cache_size = 1;       ///< average instructions
  std::optional<Timing> cache_speed;  ///< seconds per word
  Timing small_loop_speedup{1.0, {}};

  /// The number of timings that the file has.
  [[nodiscard]] std::size_t known_timings() const {
    std::size_t count = 0;
    for (const auto& timing : timings) {
      count += timing ? 1U : 0U;
    }
    return count;
  }

  /// The times of its operations, for `ops` components.
  [[nodiscard]] operations::ProcessorTimings operation_times() const {
    operations::ProcessorTimings times;
    for (std::size_t i = 0; i < operations::kOperationCount; ++i) {
      if (timings[i]) {
        times.means[i] = timings[i]->mean;
      }
    }
    times.cache_size = cache_size;
    times.cached_speedup = small_loop_speedup.mean;
    return times;
  }
};

/// A link of a hardware topology; its id is its place in TopologyDescription::links, from 1.
struct Link {
  double latency = 0;           ///< seconds
  double speed = 0;             ///< seconds per byte
  std::uint32_t first_end = 0;  ///< place in TopologyDescription::ends
  std::uint32_t end_count = 0;  ///< number of processors that it joins
};

struct TopologyDescription {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  Timing setup;
  std::string routing;
  std::vector<std::uint32_t> dimensions;  ///< empty: found from the links
  std::uint32_t processors = 0;
  std::vector<std::uint64_t> types;  ///< the id of the type of each processor
  std::vector<Link> links;
  std::vector<std::uint32_t> ends;  ///< numbers of processors, from 1

  [[nodiscard]] std::span<const std::uint32_t> ends_of(const Link& link) const {
    return std::span<const std::uint32_t>(ends).subspan(link.first_end, link.end_count);
  }
};

/// A virtual topology, whose processors are mapped to those of the hardware.
struct VirtualTopology {
  std::uint64_t id = 0;
  std::optional<std::string> name;
  Timing setup;
  std::string routing;
  std::vector<std::uint32_t> dimensions;
  std::uint32_t processors = 0;
  std::vector<std::uint32_t> map;  ///< the hardware processor of each, from 1
};

struct Description {
  std::uint64_t id = 0;
  std::string name;
  std::vector<Processor> processors;  ///< in the order of their ids
  /// The topologies, in the order of their ids; the first is the hardware.
  std::vector<TopologyDescription> topologies;
  std::vector<VirtualTopology> virtuals;  ///< in the order of their ids
};

/// The element with this id, or null. The elements are in the order of their ids.
template <typename Element>
const Element* find_by_id(const std::vector<Element>& elements, std::uint64_t id) {
  const auto found = std::lower_bound(
      elements.begin(), elements.end(), id,
      [](const Element& element, std::uint64_t wanted) { return element.id < wanted; });
  return found == elements.end() || found->id != id ? nullptr : &*found;
}

}  // namespace dps::parasol
