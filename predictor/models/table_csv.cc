#include <fmt/format.h>

#include "base/csv_field.h"
#include "predictor/models/table_output.h"

namespace dps::models {
namespace {

std::string csv_header(const ModelTable& table) {
  std::string text;
  for (const ModelVariable& variable : table.variables) {
    text += csv_field(variable.name) + ",";
  }
  text += "time_s";
  text += table.has_bounds ? ",min_s,max_s" : "";
  text += table.speedup.empty() ? "" : ",speedup";
  for (const std::string& part : table.parts) {
    text += "," + csv_field(part);
  }
  return text + "\r\n";
}

}  // namespace

std::string table_csv(const ModelTable& table) {
  std::string text = csv_header(table);
  const auto out = std::back_inserter(text);
  for (const ModelPoint& point : table.points) {
    for (const double value : point.values) {
      fmt::format_to(out, "{},", value);
    }
    fmt::format_to(out, "{}", point.time);
    if (table.has_bounds) {
      fmt::format_to(out, ",{},{}", point.min, point.max);
    }
    if (!table.speedup.empty()) {
      text += point.speedup ? fmt::format(",{}", *point.speedup) : ",";
    }
    for (const double part : point.parts) {
      fmt::format_to(out, ",{}", part);
    }
    text += "\r\n";
  }
  return text;
}

}  // namespace dps::models
