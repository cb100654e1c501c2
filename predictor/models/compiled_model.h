/// A model whose expressions are compiled.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "predictor/models/dependencies.h"
#include "predictor/models/model.h"
#include "predictor/models/sheet_functions.h"

namespace dps::models {

/// A value that expressions read.
struct Slot {
  std::string name;
  text::Range place;
  expression::Expression expression{};
  bool is_given = false;  ///< a number that is set at each point; there is no expression
};

/// Nodes of the graph of needs: the slots, then the functions of `calls`.
struct CompiledModel {
  Model model;
  expression::Names names;  ///< constants (as slots), functions (as those of `calls`)
  std::vector<Slot> slots;  ///< constants, in the order of the text
  expression::Calls calls;  ///< functions, in the order of the text; then those of the sheet
  std::vector<text::Range> function_places;  ///< of the names of functions of the text

  /// The definition of a constant or function; null if there is none.
  [[nodiscard]] const ModelDefinition* find(std::string_view name) const;
  [[nodiscard]] const ModelDefinition* last_function() const;
};

/// Compiles all definitions. A name that the model calls and does not define may be a function of
/// the sheet; `sheet` is null if there is none. Errors are added to the problems.
CompiledModel compile_model(const text::SourceMap& source, Model model, SheetFunctions* sheet,
                            text::Problems& problems);

/// The needs of all slots and functions.
Needs needs_of(const CompiledModel& model);

/// Adds an error for each cycle of definitions that depend on one another.
void report_recursion(const CompiledModel& model, text::Problems& problems);

}  // namespace dps::models
