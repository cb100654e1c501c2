/// JSON and CSV forms that all comparisons share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "profiles/comparison/compared_side.h"

namespace dps::profiles {

using ComparisonJson = nlohmann::ordered_json;  // keeps the keys in insertion order

/// Figures that are unknown, or not finite, are null.
ComparisonJson json_figure(double figure);
ComparisonJson json_figure(const std::optional<double>& figure);

ComparisonJson side_object(const ComparedSide& side);

/// The value in one line. Invalid UTF-8 is replaced by U+FFFD.
std::string json_line(const ComparisonJson& value);

/// A JSON array with one line per element.
template <typename Row, typename One>
std::string json_lines(const std::vector<Row>& rows, One one) {
  std::string text;
  for (const Row& row : rows) {
    text += (text.empty() ? "\n  " : ",\n  ") + json_line(one(row));
  }
  return text.empty() ? "[]" : "[" + text + "]";
}

/// Figures that are unknown, or not finite, are empty.
std::string csv_figure(double figure);

}  // namespace dps::profiles
