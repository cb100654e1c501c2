// A comparison of traces for programs: CSV and JSON.
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text/table.h"
#include "profiles/traces/states/state_comparison_output.h"

namespace dps::traces {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 18> kCsvColumns{
    "level",   "process", "state",        "site",     "peer",     "a_s",
    "b_s",     "ratio",   "median_ratio", "beyond",   "most_a_s", "most_b_s",
    "calls_a", "calls_b", "idle_a_s",     "idle_b_s", "line_a",   "line_b"};

double as_seconds(StateTime time) {
  return static_cast<double>(time) / static_cast<double>(kStateSecond);
}

std::optional<double> seconds_of(std::optional<StateTime> time) {
  return time ? std::optional(as_seconds(*time)) : std::nullopt;
}

std::optional<double> finite(std::optional<double> value) {
  return value && std::isfinite(*value) ? value : std::nullopt;
}

template <typename T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

void add_times(Json& object, const StateTimes& times) {
  object["a_s"] = json_of(seconds_of(times.a));
  object["b_s"] = json_of(seconds_of(times.b));
  object["ratio"] = json_of(finite(times.ratio()));
}

Json object_of(const StateSum& sum) {
  const bool is_total = sum.process.empty();
  Json object;
  if (!is_total) {
    object["process"] = sum.process;
  }
  object["state"] = sum.state;
  add_times(object, sum.times);
  object["median_ratio"] = json_of(finite(sum.median_ratio));
  if (is_total) {
    object["beyond"] = sum.is_beyond;
    object["most_a_s"] = as_seconds(sum.most_a);
    object["most_b_s"] = as_seconds(sum.most_b);
  }
  object["calls_a"] = sum.calls_a;
  object["calls_b"] = sum.calls_b;
  object["idle_a_s"] = as_seconds(sum.idle_a);
  object["idle_b_s"] = as_seconds(sum.idle_b);
  return object;
}

Json object_of(const StateLine& line) {
  Json object{
      {"process", line.process}, {"state", line.state}, {"site", line.site}, {"peer", line.peer}};
  add_times(object, line.times);
  object["line_a"] = json_of(line.line_a);
  object["line_b"] = json_of(line.line_b);
  return object;
}

template <typename Row>
Json array_of(const std::vector<Row>& rows) {
  Json array = Json::array();
  for (const Row& row : rows) {
    array.push_back(object_of(row));
  }
  return array;
}

Json object_of(const ComparedTrace& side) {
  return {{"file", side.name}, {"processes", side.processes}, {"states", side.states}};
}

text::CellRow csv_row(const StateSum& sum) {
  const bool is_total = sum.process.empty();
  const auto only_total = [&](text::Cell cell) {
    return is_total ? std::move(cell) : text::Cell();
  };
  const text::Cell none;
  return {std::string(is_total ? "total" : "process"),
          sum.process,
          sum.state,
          none,
          none,
          text::cell_of(seconds_of(sum.times.a)),
          text::cell_of(seconds_of(sum.times.b)),
          text::cell_of(sum.times.ratio()),
          text::cell_of(sum.median_ratio),
          only_total(sum.is_beyond),
          only_total(as_seconds(sum.most_a)),
          only_total(as_seconds(sum.most_b)),
          sum.calls_a,
          sum.calls_b,
          as_seconds(sum.idle_a),
          as_seconds(sum.idle_b),
          none,
          none};
}

text::CellRow csv_row(const StateLine& line) {
  text::CellRow row{std::string("line"),
                    line.process,
                    line.state,
                    line.site,
                    line.peer,
                    text::cell_of(seconds_of(line.times.a)),
                    text::cell_of(seconds_of(line.times.b)),
                    text::cell_of(line.times.ratio())};
  row.resize(kCsvColumns.size() - 2);
  row.push_back(text::cell_of(line.line_a));
  row.push_back(text::cell_of(line.line_b));
  return row;
}

constexpr std::string_view name_of(StateLevel level) {
  return level == StateLevel::kTotal ? "total" : level == StateLevel::kProcess ? "process" : "line";
}

}  // namespace

std::string state_comparison_csv(const StateComparison& comparison) {
  text::CsvWriter writer({kCsvColumns.begin(), kCsvColumns.end()}, text::LineEnd::kLineFeed);
  for (const StateSum& sum : comparison.totals) {
    writer.add(csv_row(sum));
  }
  if (comparison.options.level != StateLevel::kTotal) {
    for (const StateSum& sum : comparison.processes) {
      writer.add(csv_row(sum));
    }
  }
  for (const StateLine& line : comparison.lines) {
    writer.add(csv_row(line));
  }
  return writer.take();
}

std::string state_comparison_json(const StateComparison& comparison) {
  const StateComparisonOptions& options = comparison.options;
  Json root{{"format", "dps-trace-comparison"},
            {"version", 1},
            {"tolerance_percent", options.tolerance_percent},
            {"within", comparison.is_within()},
            {"own", options.own},
            {"level", name_of(options.level)},
            {"unmatched_a", comparison.a.unmatched},
            {"unmatched_b", comparison.b.unmatched}};
  root["a"] = object_of(comparison.a);
  root["b"] = object_of(comparison.b);
  add_times(root["makespan"], comparison.makespan);
  root["makespan"]["beyond"] = comparison.is_makespan_beyond;
  root["total"] = array_of(comparison.totals);
  if (options.level != StateLevel::kTotal) {
    root["process"] = array_of(comparison.processes);
  }
  if (options.level == StateLevel::kLine) {
    root["line"] = array_of(comparison.lines);
  }
  return root.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace dps::traces
