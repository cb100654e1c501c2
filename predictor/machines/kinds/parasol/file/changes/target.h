/// The names of values in changes: "pt(1).@flow", "tl(1)(3-5,9).latency", "to(1).routing".
/// Source: docs/parasol.md, "Changes".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/expression/formula_names.h"

namespace dps::parasol {

/// A set of numbers: "3-5,9" or "*".
struct NumberSet {
  bool is_all = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;

  [[nodiscard]] bool has(std::uint64_t number) const {
    for (const auto& [first, last] : ranges) {
      if (number >= first && number <= last) {
        return true;
      }
    }
    return is_all;
  }
};

enum class TargetKind : std::uint8_t {
  kTimings,  ///< `operation` or `group`
  kCacheSize,
  kCacheSpeed,
  kSmallLoopSpeedup,
  kFormula,
  kSetup,
  kRouting,
  kDimensions,
  kLinkLatency,
  kLinkSpeed,
  kType,
  kVirtualSetup,
  kVirtualRouting,
  kVirtualDimensions,
  kVirtualMap,
  kMap,
};

struct Target {
  TargetKind kind = TargetKind::kTimings;
  NumberSet first;   ///< processors or topologies
  NumberSet second;  ///< links, or processors of a topology
  std::optional<std::uint32_t> operation;
  std::uint32_t group = 0;
  FormulaSection section = FormulaSection::kCombinations;
  std::uint32_t formula = 0;
};

/// Returns nullopt if no value has such a name.
std::optional<Target> parse_target(std::string_view name);

}  // namespace dps::parasol
