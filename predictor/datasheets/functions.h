/// The functions that dps-rawtiming measures: their classes, groups and order in documents.
/// Source: docs/datasheets.md, "Functions".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

enum class FunctionGroup : std::uint8_t {
  kPointToPoint,
  kContended,
  kCollective,
  kNonblocking,
  kNeighbour,
  kCommunicator,
  kRma,
  kLocal,
};

struct KnownFunction {
  std::string_view name;
  machines::FunctionClass function_class = machines::FunctionClass::kLocal;
  FunctionGroup group = FunctionGroup::kLocal;
  std::string_view meaning;  ///< the time that is measured: a phrase without a full stop
};

/// The functions, in the order of documents.
std::span<const KnownFunction> known_functions();

/// Finds a function, also "bcast_half", for bcast; null: dps does not know the function.
const KnownFunction* find_known(std::string_view name);

/// Returns the group named "p2p", "contended", …; nullopt if there is no such group.
std::optional<FunctionGroup> group_named(std::string_view name);
std::span<const std::string_view> group_names();

/// True if `one` is before `other` in documents. Unknown functions follow, by name.
bool is_before(std::string_view one, std::string_view other);

}  // namespace dps::datasheets
