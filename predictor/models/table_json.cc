#include <nlohmann/json.hpp>

#include "predictor/models/table_output.h"

namespace dps::models {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kTableVersion = 1;

Json point_object(const ModelTable& table, const ModelPoint& point) {
  Json object = Json::object();
  for (std::size_t i = 0; i < table.variables.size(); ++i) {
    object[table.variables[i].name] = point.values[i];
  }
  object["time_s"] = point.time;
  if (table.has_bounds) {
    object["min_s"] = point.min;
    object["max_s"] = point.max;
  }
  if (!table.speedup.empty()) {
    object["speedup"] = point.speedup ? Json(*point.speedup) : Json(nullptr);
  }
  if (!table.parts.empty()) {
    Json parts = Json::object();
    for (std::size_t i = 0; i < table.parts.size(); ++i) {
      parts[table.parts[i]] = point.parts[i];
    }
    object["parts"] = std::move(parts);
  }
  return object;
}

}  // namespace

std::string table_json(const ModelTable& table, const std::string& dps) {
  Json variables = Json::array();
  for (const ModelVariable& variable : table.variables) {
    variables.push_back({{"name", variable.name}, {"values", variable.values}});
  }
  Json fixed = Json::object();
  for (const auto& [name, value] : table.fixed) {
    fixed[name] = value;
  }
  Json points = Json::array();
  for (const ModelPoint& point : table.points) {
    points.push_back(point_object(table, point));
  }
  const auto or_null = [](const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
  };
  const Json all{{"format", "dps-model-table"},
                 {"version", kTableVersion},
                 {"dps", dps},
                 {"files", table.files},
                 {"machine", or_null(table.machine)},
                 {"of", table.of},
                 {"variables", variables},
                 {"set", fixed},
                 {"speedup", or_null(table.speedup)},
                 {"best", or_null(table.best)},
                 {"points", points},
                 {"notes", table.notes}};
  return all.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dps::models
