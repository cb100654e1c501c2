/// JSON forms that all comparisons share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiles/comparison/compared_side.h"
#include "profiles/json/json_fields.h"

namespace dps::profiles {

/// A figure that is unknown is null.
OrderedJson json_figure(const std::optional<double>& figure);

OrderedJson side_object(const ComparedSide& side);

/// A JSON array with one line per element.
template <typename Row, typename One>
std::string json_list(const std::vector<Row>& rows, One one) {
  std::string text;
  for (const Row& row : rows) {
    text += (text.empty() ? "\n  " : ",\n  ") + json_line(one(row));
  }
  return text.empty() ? "[]" : "[" + text + "]";
}

}  // namespace dps::profiles
