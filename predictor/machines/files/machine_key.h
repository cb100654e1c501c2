/// The values of machine files that --set-machine and --what-if change.
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "predictor/machines/factor.h"

namespace dps::machines {

/// The direction in which a value makes a machine better.
enum class Better : std::uint8_t { kLess, kMore, kNeither };

/// Returns a value times the factor, both as the file writes them. Errors (kInput): the value has
/// no multiples, or the product is out of range.
using ScaleValue = Result<std::string> (*)(std::string_view value, Factor factor);

/// Returns the sum of a value and a time, in the unit of the value. Errors (kInput): the value or
/// the other text is no time, or the sum is out of range.
using AddTime = Result<std::string> (*)(std::string_view value, std::string_view time);

/// A value that can be changed.
struct MachineKey {
  std::string name;   ///< "network.latency"
  std::string value;  ///< in effect, without quotes; empty: none
  Better better = Better::kNeither;
  ScaleValue scale = nullptr;  ///< null: a word
  /// The activity whose time it is part of, as results name it (docs/result.md, "Why"); empty:
  /// none.
  std::string_view path = {};
  /// False if the file does not contain the key, and its value is that of another key.
  bool is_own = true;
  AddTime add = nullptr;  ///< null: no time
};

// For times, bandwidths and sizes with units, for whole numbers, and for words, which have no
// multiples.
Result<std::string> scale_time(std::string_view value, Factor factor);
Result<std::string> scale_bandwidth(std::string_view value, Factor factor);
Result<std::string> scale_bytes(std::string_view value, Factor factor);
Result<std::string> scale_count(std::string_view value, Factor factor);

Result<std::string> add_time(std::string_view value, std::string_view time);
/// Returns add_time() for values that scale_time() multiplies, which are times; else null.
AddTime adder_beside(ScaleValue scale);

}  // namespace dps::machines
