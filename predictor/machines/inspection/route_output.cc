#include "predictor/machines/inspection/route_output.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

using Json = nlohmann::ordered_json;

/// Returns nothing for a message that never arrives.
std::optional<double> known_seconds(std::optional<Picoseconds> time) {
  return time && *time != kNever ? std::optional(seconds_of(*time)) : std::nullopt;
}

Json json_or_null(std::optional<double> value) {
  return value ? Json(*value) : Json();
}

Json json_of(const RouteAnswer& answer) {
  Json row = {
      {"from", answer.from}, {"to", answer.to}, {"links", answer.links}, {"hops", answer.hops}};
  row["latency_s"] = json_or_null(known_seconds(answer.latency));
  row["bytes"] = answer.bytes;
  row["alone_s"] = json_or_null(known_seconds(answer.alone));
  row["together_s"] = json_or_null(known_seconds(answer.together));
  row["arrives_s"] = json_or_null(known_seconds(answer.arrives));
  row["bottleneck"] = answer.bottleneck ? Json(*answer.bottleneck) : Json();
  return row;
}

}  // namespace

text::Table routes_table(std::span<const RouteAnswer> answers) {
  using text::ColumnKind;
  text::Table table{{{"from", ColumnKind::kText, "from"},
                     {"to", ColumnKind::kText, "to"},
                     {"bytes", ColumnKind::kNumber, "bytes"},
                     {"latency_s", ColumnKind::kSeconds, "latency"},
                     {"alone_s", ColumnKind::kSeconds, "alone"},
                     {"together_s", ColumnKind::kSeconds, "together"},
                     {"arrives_s", ColumnKind::kSeconds, "arrives"},
                     {"bottleneck", ColumnKind::kNumber, "bottleneck"},
                     {"links", ColumnKind::kText, "links"},
                     {"hops", ColumnKind::kText, "hops"}},
                    {}};
  for (const RouteAnswer& answer : answers) {
    table.rows.push_back(
        {answer.from, answer.to, answer.bytes, text::cell_of(known_seconds(answer.latency)),
         text::cell_of(known_seconds(answer.alone)), text::cell_of(known_seconds(answer.together)),
         text::cell_of(known_seconds(answer.arrives)), text::NoValue{},
         fmt::format("{}", fmt::join(answer.links, " ")),
         fmt::format("{}", fmt::join(answer.hops, " "))});
    if (answer.bottleneck) {
      table.rows.back()[7] = std::uint64_t{*answer.bottleneck};
    }
  }
  return table;
}

std::string routes_json(std::span<const RouteAnswer> answers) {
  Json routes = Json::array();
  for (const RouteAnswer& answer : answers) {
    routes.push_back(json_of(answer));
  }
  return Json{{"format", "dps-routes"}, {"version", 1}, {"routes", std::move(routes)}}.dump(
             -1, ' ', false, Json::error_handler_t::replace) +
         "\n";
}

}  // namespace dps::machines
