/// Reads the sums of `ops` lines: "1000 * (4*ila + 2*ils + goto)".
/// Source: docs/language.md, "ops: counted operations".
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "base/operations/operation_count.h"
#include "base/text/source_map.h"

namespace dps::operations {

/// The first mistake in a sum.
struct SumMistake {
  std::string text;
  dps::text::Range place{};  ///< in the sum
};

/// The operations of the sum with their counts, in the order of all_operations(), without those
/// whose count is 0.
tl::expected<std::vector<OperationCount>, SumMistake> read_operation_sum(std::string_view sum);

/// Formats counts as a sum that parses to them: "4*ila + goto"; "0", which is no sum, if empty.
std::string sum_text(std::span<const OperationCount> counts);

}  // namespace dps::operations
