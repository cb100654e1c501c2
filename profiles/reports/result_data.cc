#include "profiles/reports/result_data.h"

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "profiles/json/latencies_json.h"
#include "profiles/json/mpi_json.h"
#include "profiles/json/why_json.h"
#include "profiles/latency_figures.h"
#include "profiles/reports/line_costs.h"
#include "profiles/reports/shape.h"
#include "profiles/result_fields.h"
#include "profiles/run_totals.h"
#include "profiles/view.h"

namespace dps::reports {
namespace {

using Json = nlohmann::ordered_json;
using profiles::RunProfile;
using profiles::RunResult;

/// An unknown figure is null.
template <typename Value>
Json json_value(const Value& value) {
  if constexpr (std::is_floating_point_v<Value>) {
    return std::isfinite(value) ? Json(value) : Json();
  } else {
    return value;
  }
}

template <typename Value>
Json json_value(const std::optional<Value>& value) {
  return value ? json_value(*value) : Json();
}

/// {"columns": […], "rows": [[…], …]}: the keys once. `known(row, key)` is false for a value that
/// is unknown.
template <typename Row, typename Known>
Json table_of(const std::vector<Row>& rows, Known known) {
  Json columns = Json::array();
  Row empty{};
  profiles::visit_fields(empty, [&](const char* key, const auto&) { columns.push_back(key); });
  Json values = Json::array();
  for (const Row& row : rows) {
    Json line = Json::array();
    profiles::visit_fields(row, [&](const char* key, const auto& value) {
      line.push_back(known(row, key) ? json_value(value) : Json());
    });
    values.push_back(std::move(line));
  }
  return {{"columns", std::move(columns)}, {"rows", std::move(values)}};
}

template <typename Row>
Json table_of(const std::vector<Row>& rows) {
  return table_of(rows, [](const Row&, const char*) { return true; });
}

Json variables_of(const std::vector<std::pair<std::string, double>>& variables) {
  Json object = Json::object();
  for (const auto& [name, value] : variables) {
    object[name] = json_value(value);
  }
  return object;
}

Json environment_of(const RunResult& result) {
  Json object = Json::object();
  for (const auto& [name, value] : result.environment) {
    object[name] = Json::accept(value) ? Json::parse(value) : Json(value);
  }
  return object;
}

/// The latencies over all runs, as in results; null if there are none.
Json latencies_of(const RunResult& result) {
  const auto merged = profiles::merged_latencies(result);
  if (!merged) {
    return {};
  }
  Json messages = Json::array();
  for (const auto& row : merged->of.messages) {
    messages.push_back(profiles::json_of(row, merged->of));
  }
  Json functionalities = Json::array();
  for (const auto& row : merged->of.functionalities) {
    functionalities.push_back(profiles::json_of(row, merged->of));
  }
  Json requests = Json::array();
  for (const auto& row : merged->of.requests) {
    requests.push_back(profiles::json_of(row, merged->of));
  }
  Json windows = Json::array();
  for (const auto& row : merged->of.windows) {
    windows.push_back(profiles::json_of(row, merged->of));
  }
  Json collectives = Json::array();
  for (const auto& row : merged->of.collectives) {
    collectives.push_back(profiles::json_of(row, merged->of));
  }
  return {{"ticks_per_second", merged->of.ticks_per_second},
          {"messages", std::move(messages)},
          {"functionalities", std::move(functionalities)},
          {"requests", std::move(requests)},
          {"windows", std::move(windows)},
          {"collectives", std::move(collectives)}};
}

Json sources_of(const std::vector<SourceExcerpt>& sources) {
  Json list = Json::array();
  for (const SourceExcerpt& excerpt : sources) {
    list.push_back({{"file", excerpt.file}, {"lines", excerpt.lines}});
  }
  return list;
}

Json run_of(const ReportSubject& subject) {
  const RunProfile& run = subject.result.runs[profiles::shown_run(subject.result)];
  Json json;
  json["makespan_s"] = json_value(run.makespan_s);
  const profiles::RunTotals totals = profiles::totals_of(run);
  profiles::visit_fields(totals, [&](const char* key, const auto& value) {
    json["totals"][key] =
        profiles::is_known_count(totals.counted, key) ? json_value(value) : Json();
  });
  json["processes"] = table_of(run.processes, [](const auto& row, const char* key) {
    return profiles::is_known_count(row.counted, key);
  });
  json["messages"] = table_of(run.messages);
  json["mpi"] = run.mpi ? Json::parse(profiles::mpi_json(*run.mpi)) : Json();
  json["sources"] = sources_of(subject.sources);
  json["shape"] = shape_json(shape_of(run), subject.layout);
  json["shape"]["no_layout"] = subject.no_layout;
  return json;
}

Json costs_of(const LineCosts& costs) {
  Json lines = Json::array();
  for (const LineCost& line : costs.lines) {
    lines.push_back({line.line, std::string(1, line.section), line.tag, json_value(line.count),
                     json_value(line.time_s), json_value(line.bytes), line.path_s});
  }
  return {{"has_text", costs.has_text},
          {"has_components", costs.has_components},
          {"columns", {"line", "section", "tag", "count", "time_s", "bytes", "path_s"}},
          {"rows", std::move(lines)}};
}

Json makespans_of(const RunResult& result) {
  Json makespans = Json::array();
  for (const RunProfile& run : result.runs) {
    makespans.push_back(json_value(run.makespan_s));
  }
  return makespans;
}

}  // namespace

Result<Json> data_of(const ReportSubject& subject, std::uint64_t most_events) {
  const RunResult& result = subject.result;
  const auto costs = line_costs_of(subject);
  if (!costs) {
    return tl::unexpected(costs.error());
  }
  Json data = {{"name", subject.name},
               {"kind", result.kind},
               {"complete", result.complete},
               {"level", profiles::level_name(result.level)},
               {"blueprint",
                {{"path", result.blueprint.path},
                 {"sha256", result.blueprint.sha256},
                 {"text", result.blueprint.text},
                 {"variables", variables_of(result.blueprint.variables)}}},
               {"environment", environment_of(result)},
               {"hosts", table_of(result.hosts)},
               {"notes", result.notes},
               {"makespans_s", makespans_of(result)}};
  data["run"] = result.runs.empty() ? Json() : run_of(subject);
  data["latencies"] = latencies_of(result);
  data["why"] = result.why ? Json::parse(profiles::why_json(*result.why)) : Json();
  data["costs"] = costs_of(*costs);
  if (subject.trace && most_events > 0) {
    auto timeline = timeline_of(*subject.trace, most_events);
    if (!timeline) {
      return timeline;
    }
    data["timeline"] = std::move(*timeline);
  } else {
    data["timeline"] = Json();
  }
  return data;
}

}  // namespace dps::reports
