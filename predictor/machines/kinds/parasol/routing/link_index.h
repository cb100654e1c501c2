/// Finds the links of a topology by their ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "predictor/machines/kinds/parasol/description/description.h"
#include "predictor/machines/number_table.h"

namespace dps::parasol {

inline constexpr std::uint32_t kNoLink = 0;

/// The links that join two processors only, by these processors. Links are ids, from 1.
class PairLinks {
 public:
  explicit PairLinks(const TopologyDescription& topology);

  /// The link of the lowest id that joins these two processors alone; kNoLink if there is none.
  [[nodiscard]] std::uint32_t between(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t found = table_.find(key(a, b));
    return found == machines::NumberTable::kAbsent ? kNoLink : found;
  }

 private:
  static std::uint64_t key(std::uint32_t a, std::uint32_t b) {
    return a < b ? std::uint64_t{a} << 32 | b : std::uint64_t{b} << 32 | a;
  }

  machines::NumberTable table_;
};

/// The links of each processor, in the order of their ids.
class LinksOfProcessors {
 public:
  explicit LinksOfProcessors(const TopologyDescription& topology);

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t processor) const {
    return std::span<const std::uint32_t>(links_).subspan(
        first_[processor - 1], first_[processor] - first_[processor - 1]);
  }
  /// The link of the lowest id that joins both, perhaps with others; kNoLink if there is none.
  [[nodiscard]] std::uint32_t between(std::uint32_t a, std::uint32_t b) const;

 private:
  std::vector<std::uint32_t> first_;  // by processor: the place of its first link
  std::vector<std::uint32_t> links_;
};

}  // namespace dps::parasol
