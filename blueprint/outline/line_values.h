/// The values of the expressions in braces, for each kind of process that uses the line.
#pragma once

#include <string>
#include <vector>

#include "blueprint/outline/outline.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// A value of a field, and the processes that have it.
struct FieldValue {
  std::string processes;  ///< "Worker.p", "Worker.p[0]"; "": all that use the line
  std::string text;       ///< "4096", or "normal(2, 0.3)ms" if it varies
};

/// A field with braces and its values.
struct FieldValues {
  text::Range place;
  std::vector<FieldValue> values;  ///< distinct and neighbouring ones; at most kMostValues
  bool has_more = false;           ///< others are left out
};

inline constexpr std::size_t kMostValues = 8;

/// The values in the fields of one line. `program`: that of the text, for lines that depend on the
/// process; null if the text has errors, and then they have no values.
std::vector<FieldValues> values_of(const Outline& outline, const OutlineLine& line,
                                   const Program* program);

}  // namespace dps::blueprint
