#include "blueprint/collectives/default_algorithms.h"

#include <algorithm>

#include "base/check.h"

namespace dps::collectives {
namespace {

std::vector<DefaultAlgorithms> table() {
  using enum Operation;
  using enum Algorithm;
  constexpr std::uint64_t kKiB = 1024;
  constexpr std::uint64_t kMiB = 1024 * kKiB;
  return {
#define DPS_DEFAULT(operation, first, last, ...) {operation, first, last, {__VA_ARGS__}},
#include "blueprint/collectives/default_algorithms.def"
#undef DPS_DEFAULT
  };
}

}  // namespace

std::span<const DefaultAlgorithms> default_algorithms() {
  static const std::vector<DefaultAlgorithms> rows = table();
  return rows;
}

Algorithm default_algorithm(Operation operation, std::uint32_t members, std::uint64_t bytes) {
  const auto rows = default_algorithms();
  const std::uint32_t rank_count = std::max(members, 2U);
  const auto row = std::ranges::find_if(rows, [&](const DefaultAlgorithms& each) {
    return each.operation == operation && rank_count >= each.first && rank_count <= each.last;
  });
  DPS_CHECK(row != rows.end());
  const auto found = std::ranges::find_if(row->sizes, [&](const SizeLimit& size) {
    return bytes < size.below || size.below == kAnySize;
  });
  const bool divides =
      operation == Operation::kAllreduce &&
      (found->algorithm == Algorithm::kRing || found->algorithm == Algorithm::kRabenseifner);
  return divides && bytes < members ? Algorithm::kRecursiveDoubling : found->algorithm;
}

}  // namespace dps::collectives
