/// A model: equations for the time of a program, as written in its text.
/// Source: docs/models.md, "The language".
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/text/source_map.h"

namespace dps::models {

/// The dialect of all expressions of models.
inline constexpr auto kModelDialect = expression::Dialect::kModel;

inline constexpr std::size_t kMostBytes = std::size_t{1} << 20;  ///< of all files together
inline constexpr std::size_t kMostDefinitions = 4096;
inline constexpr std::size_t kMostVariables = 3;  ///< names with several values
inline constexpr std::size_t kMostPoints = 1'000'000;
inline constexpr std::size_t kMostSteps = 10'000'000;  ///< instructions of expressions, at a point

/// A constant, or a function.
struct ModelDefinition {
  std::string name;
  text::Range name_place;
  std::vector<std::string> parameters{};  ///< none: a constant
  text::Range body{};

  [[nodiscard]] bool is_function() const { return !parameters.empty(); }
};

struct Model {
  std::vector<ModelDefinition> definitions;  ///< in the order of the text; their names differ
  std::vector<ModelDefinition> unnamed{};    ///< definitions whose name is taken or impossible
  double units_per_second = 1e6;  ///< of the times: microseconds, unless the text has a `unit`
};

}  // namespace dps::models
