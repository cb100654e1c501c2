#include "predictor/machines/kinds/parasol/file/changes/absent_numbers.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace dps::parasol {
namespace {

constexpr std::size_t kMostListed = 10;

/// The first end of a range for which `exists` returns false.
template <typename Exists>
std::optional<std::uint64_t> absent_end(const NumberSet& set, Exists exists) {
  for (const auto& [first, last] : set.ranges) {
    if (!exists(first)) {
      return first;
    }
    if (!exists(last)) {
      return last;
    }
  }
  return std::nullopt;
}

std::vector<std::uint64_t> ids_of(const auto& parts) {
  std::vector<std::uint64_t> ids;
  ids.reserve(parts.size());
  for (const auto& part : parts) {
    ids.push_back(part.id);
  }
  return ids;
}

Result<void> check_ids(const NumberSet& set, std::string_view what,
                       const std::vector<std::uint64_t>& ids) {
  const auto absent = absent_end(
      set, [&](std::uint64_t id) { return std::find(ids.begin(), ids.end(), id) != ids.end(); });
  if (!absent) {
    return {};
  }
  const std::size_t listed = std::min(ids.size(), kMostListed);
  return failure(
      ErrorCode::kInput,
      fmt::format("there is no {} {}; the file has {}{}", what, *absent,
                  fmt::join(ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(listed), ", "),
                  listed < ids.size() ? " and others" : ""));
}

/// The number of links or processors, numbered from 1, of the largest topology of the target.
template <typename Topologies, typename Count>
std::uint64_t largest(const Topologies& topologies, const NumberSet& set, Count count) {
  std::uint64_t most = 0;
  for (const auto& topology : topologies) {
    most = set.has(topology.id) ? std::max<std::uint64_t>(most, count(topology)) : most;
  }
  return most;
}

Result<void> check_places(const NumberSet& set, std::string_view what, std::uint64_t count) {
  const auto absent =
      absent_end(set, [&](std::uint64_t number) { return number >= 1 && number <= count; });
  if (!absent) {
    return {};
  }
  return failure(ErrorCode::kInput,
                 fmt::format("there is no {} {}; the topology has {}", what, *absent,
                             count == 1 ? "1" : fmt::format("1 to {}", count)));
}

Result<void> check_second(const Description& file, const Target& target) {
  switch (target.kind) {
    case TargetKind::kLinkLatency:
    case TargetKind::kLinkSpeed:
      return check_places(target.second, "link",
                          largest(file.topologies, target.first,
                                  [](const TopologyDescription& t) { return t.links.size(); }));
    case TargetKind::kType:
      return check_places(target.second, "processor",
                          largest(file.topologies, target.first,
                                  [](const TopologyDescription& t) { return t.processors; }));
    case TargetKind::kMap:
      return check_places(target.second, "processor",
                          largest(file.virtuals, target.first,
                                  [](const VirtualTopology& t) { return t.processors; }));
    default:
      return {};
  }
}

}  // namespace

Result<void> check_numbers(const ParasolFile& file, const Target& target) {
  const Description& machine = file.description;
  Result<void> first;
  if (target.kind <= TargetKind::kFormula) {
    first = check_ids(target.first, "processor type", ids_of(machine.processors));
  } else if (target.kind >= TargetKind::kVirtualSetup) {
    first = check_ids(target.first, "virtual topology", ids_of(machine.virtuals));
  } else {
    first = check_ids(target.first, "topology", ids_of(machine.topologies));
  }
  return first ? check_second(machine, target) : first;
}

}  // namespace dps::parasol
