#include "profiles/comparison/comparison_json.h"

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "profiles/csv_field.h"

namespace dps::profiles {
namespace {

using Json = nlohmann::ordered_json;  // keeps the keys in insertion order

constexpr int kComparisonVersion = 1;
constexpr std::array<std::string_view, 4> kKindNames{"compute", "send", "take", "wait"};

std::string dump(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json finite(double figure) {
  return std::isfinite(figure) ? figure : 0;
}

Json optional(const std::optional<double>& figure) {
  return figure ? finite(*figure) : Json(nullptr);
}

Json object_of(const TimePair& time) {
  Json object;
  object["a_s"] = finite(time.a_s);
  object["b_s"] = finite(time.b_s);
  object["ratio"] = optional(time.ratio());
  return object;
}

Json object_of(const JudgedTime& time) {
  Json object = object_of(static_cast<const TimePair&>(time));
  object["half_width_s"] = optional(time.noise_s);
  object["within_noise"] = time.is_within_noise();
  object["beyond"] = time.is_beyond;
  return object;
}

Json object_of(const ComparedSide& side) {
  return Json{{"file", side.name},           {"kind", side.kind},
              {"blueprint", side.blueprint}, {"machine", side.machine},
              {"processes", side.processes}, {"hosts", side.hosts},
              {"runs", side.runs},           {"complete", side.is_complete}};
}

Json object_of(const DifferenceCause& cause) {
  Json object{{"process", cause.process},
              {"kind", kKindNames[static_cast<std::size_t>(cause.kind)]},
              {"part", cause.part}};
  object["time"] = object_of(cause.time);
  object["what_to_do"] = cause.what_to_do;
  return object;
}

Json object_of(const ComparedRow& row, const RowPath& path) {
  Json object;
  object["level"] = level_name(row.level);
  object["process"] = path[0]->name;
  if (path.size() > 1) {
    object["futag"] = path[1]->name;
  }
  if (path.size() > 2) {
    object["ftag"] = path[2]->name;
  }
  object["clones_a"] = row.clones_a;
  object["clones_b"] = row.clones_b;
  object["real"] = object_of(row.real);
  object["cpu"] = object_of(row.cpu);
  if (row.kinds) {
    object["compute"] = object_of(row.kinds->compute);
    object["send"] = object_of(row.kinds->send);
    object["wait"] = object_of(row.kinds->wait);
  }
  if (row.level == Level::kProcess) {
    object["take"] = object_of(row.kinds->take);
    object["clones_beyond"] = row.clones_beyond;
  }
  Json& counts = object["counts_differing"] = Json::object();
  for (const CountPair& count : row.counts) {
    counts[count.name] = {{"a", {count.a.first, count.a.second}},
                          {"b", {count.b.first, count.b.second}}};
  }
  return object;
}

/// A JSON array with one line per element.
template <typename Row, typename One>
std::string lines_of(const std::vector<Row>& rows, One one) {
  std::string text;
  for (const Row& row : rows) {
    text += (text.empty() ? "\n  " : ",\n  ") + dump(one(row));
  }
  return text.empty() ? "[]" : "[" + text + "]";
}

std::string csv_time(const TimePair& time) {
  const auto ratio = time.ratio();
  return fmt::format("{},{},{},", time.a_s, time.b_s, ratio ? fmt::format("{}", *ratio) : "");
}

std::string csv_row(const ComparedRow& row, const RowPath& path) {
  const auto tag = [&](std::size_t depth) {
    return path.size() > depth ? csv_field(path[depth]->name) : "";
  };
  std::string line = fmt::format("{},{},{},{},{},{},", level_name(row.level), tag(0), tag(1),
                                 tag(2), row.clones_a, row.clones_b);
  line += csv_time(row.real);
  line += fmt::format("{},{},{},", row.real.noise_s ? fmt::format("{}", *row.real.noise_s) : "",
                      row.real.is_within_noise() ? 1 : 0,
                      row.real.is_beyond || row.clones_beyond > 0 ? 1 : 0);
  if (row.kinds) {
    line += csv_time(row.kinds->compute) + csv_time(row.kinds->send) + csv_time(row.kinds->wait);
  } else {
    line += ",,,,,,,,,";
  }
  return line + fmt::format("{}\r\n", row.counts.size());
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
  std::vector<Json> rows;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const RowPath& path) {
    rows.push_back(object_of(row, path));
  });
  std::string out = fmt::format(
      "{{\"format\": \"dps-comparison\", \"version\": {}, \"tolerance_percent\": {},\n"
      " \"within\": {}, \"rows_beyond\": {}, \"counts_differing\": {}, \"level\": \"{}\",\n",
      kComparisonVersion, comparison.tolerance_percent, comparison.is_within(),
      comparison.rows_beyond(), comparison.counts_differing(), level_name(comparison.level));
  out +=
      fmt::format(" \"a\": {},\n \"b\": {},\n \"makespan\": {},\n", dump(object_of(comparison.a)),
                  dump(object_of(comparison.b)), dump(object_of(comparison.makespan)));
  const auto same = [](const auto& one) { return Json(one); };
  out += fmt::format(" \"mismatches\": {},\n", lines_of(comparison.mismatches, same));
  out +=
      fmt::format(" \"causes\": {},\n",
                  lines_of(comparison.causes, [](const auto& cause) { return object_of(cause); }));
  out += fmt::format(" \"rows\": {},\n", lines_of(rows, same));
  return out + fmt::format(" \"remarks\": {}}}\n", lines_of(comparison.remarks, same));
}

std::string comparison_csv(const Comparison& comparison) {
  std::string out =
      "level,process,futag,ftag,clones_a,clones_b,real_a_s,real_b_s,real_ratio,half_width_s,"
      "within_noise,beyond,compute_a_s,compute_b_s,compute_ratio,send_a_s,send_b_s,send_ratio,"
      "wait_a_s,wait_b_s,wait_ratio,counts_differing\r\n";
  ComparedRow makespan;
  makespan.real = comparison.makespan;
  std::string first = csv_row(makespan, {});
  out += "makespan" + first.substr(first.find(','));
  visit_rows(comparison.rows,
             [&](const ComparedRow& row, const RowPath& path) { out += csv_row(row, path); });
  return out;
}

}  // namespace dps::profiles
