/// The places in a file of the values that a target names.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "predictor/machines/kinds/parasol/file/changes/target.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

enum class SpotKind : std::uint8_t {
  kTime,   ///< a mean in seconds, perhaps with a deviation
  kRatio,  ///< likewise, without a unit
  kWhole,
  kFormula,
  kWord,  ///< a routing, dimensions
};

/// A value of the file, or the place where it would be.
struct Spot {
  SpotKind kind = SpotKind::kTime;
  text::Range place;  ///< empty: the file does not have it
  /// The value in effect if the file does not have it; "": unknown.
  std::string_view fallback;
  /// The name of its field.
  std::string_view field;
  BlockPlace block;             ///< the block of the field
  std::string_view block_name;  ///< if the file lacks that block: its name
  BlockPlace parent;

  [[nodiscard]] bool is_known() const { return !place.empty() || !fallback.empty(); }
};

/// Calls `visit` for each spot, in the order of the file's description.
void visit_spots(const ParasolFile& file, const Target& target,
                 const std::function<void(const Spot&)>& visit);

}  // namespace dps::parasol
