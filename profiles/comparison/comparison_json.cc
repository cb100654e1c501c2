#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/table.h"
#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/comparison_values.h"

namespace dps::profiles {
namespace {

constexpr int kComparisonVersion = 1;
constexpr std::array<std::string_view, 4> kKindNames{"compute", "send", "take", "wait"};

OrderedJson object_of(const TimePair& time) {
  OrderedJson object;
  object["a_s"] = json_figure(time.a_s);
  object["b_s"] = json_figure(time.b_s);
  object["ratio"] = json_figure(time.ratio());
  return object;
}

OrderedJson object_of(const JudgedTime& time) {
  OrderedJson object = object_of(static_cast<const TimePair&>(time));
  object["half_width_s"] = json_figure(time.noise_s);
  object["within_noise"] = time.is_within_noise();
  object["beyond"] = time.is_beyond;
  return object;
}

OrderedJson object_of(const DifferenceCause& cause) {
  OrderedJson object{{"process", cause.process},
                     {"kind", kKindNames[static_cast<std::size_t>(cause.kind)]},
                     {"part", cause.part}};
  object["time"] = object_of(cause.time);
  object["what_to_do"] = cause.what_to_do;
  return object;
}

OrderedJson object_of(const ComparedRow& row, const RowPath& path) {
  OrderedJson object;
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
  OrderedJson& counts = object["counts_differing"] = OrderedJson::object();
  for (const CountPair& count : row.counts) {
    counts[count.name] = {{"a", {count.a.first, count.a.second}},
                          {"b", {count.b.first, count.b.second}}};
  }
  return object;
}

OrderedJson object_of(const ComparedLatency& row) {
  OrderedJson object;
  if (!row.otag.empty()) {
    object["otag"] = row.otag;
  } else if (row.mtag.empty()) {
    object = {{"process", row.process}, {"futag", row.futag}, {"ftag", row.ftag}};
    if (row.is_age) {
      object["age"] = true;
    }
  } else {
    object["mtag"] = row.mtag;
  }
  object["p50"] = object_of(row.p50);
  object["p99"] = object_of(row.p99);
  return object;
}

void add_time(const TimePair& time, text::CellRow& row) {
  row.emplace_back(time.a_s);
  row.emplace_back(time.b_s);
  row.push_back(text::cell_of(time.ratio()));
}

text::CellRow csv_row(std::string_view level, const ComparedRow& row, const RowPath& path) {
  text::CellRow cells{std::string(level)};
  for (std::size_t depth = 0; depth < 3; ++depth) {
    cells.emplace_back(path.size() > depth ? path[depth]->name : "");
  }
  cells.insert(cells.end(), {row.clones_a, row.clones_b});
  add_time(row.real, cells);
  cells.insert(cells.end(), {text::cell_of(row.real.noise_s), row.real.is_within_noise(),
                             row.real.is_beyond || row.clones_beyond > 0});
  if (row.kinds) {
    for (const TimePair& kind : {row.kinds->compute, row.kinds->send, row.kinds->wait}) {
      add_time(kind, cells);
    }
  } else {
    cells.resize(cells.size() + 9);
  }
  cells.emplace_back(row.counts.size());
  return cells;
}

}  // namespace

std::string comparison_json(const ResultComparison& comparison) {
  std::vector<OrderedJson> rows;
  visit_rows(comparison.rows, [&](const ComparedRow& row, const RowPath& path) {
    rows.push_back(object_of(row, path));
  });
  std::string out = fmt::format(
      "{{\"format\": \"dps-comparison\", \"version\": {}, \"tolerance_percent\": {},\n"
      " \"within\": {}, \"rows_beyond\": {}, \"counts_differing\": {}, \"level\": \"{}\",\n",
      kComparisonVersion, comparison.tolerance_percent, comparison.is_within(),
      comparison.rows_beyond(), comparison.counts_differing(), level_name(comparison.level));
  out += fmt::format(" \"a\": {},\n \"b\": {},\n \"makespan\": {},\n",
                     json_line(side_object(comparison.a)), json_line(side_object(comparison.b)),
                     json_line(object_of(comparison.makespan)));
  const auto same = [](const auto& one) { return OrderedJson(one); };
  out += fmt::format(" \"mismatches\": {},\n", json_list(comparison.mismatches, same));
  out +=
      fmt::format(" \"causes\": {},\n",
                  json_list(comparison.causes, [](const auto& cause) { return object_of(cause); }));
  out += fmt::format(" \"rows\": {},\n", json_list(rows, same));
  if (!comparison.latencies.empty()) {
    const auto latency = [](const ComparedLatency& row) { return object_of(row); };
    out += fmt::format(" \"latencies\": {},\n", json_list(comparison.latencies, latency));
  }
  if (!comparison.links.empty()) {
    const auto link = [](const ComparedLink& row) {
      return OrderedJson{{"name", row.name}, {"share_a", row.share_a}, {"share_b", row.share_b}};
    };
    out += fmt::format(" \"links\": {},\n", json_list(comparison.links, link));
  }
  return out + fmt::format(" \"remarks\": {}}}\n", json_list(comparison.remarks, same));
}

std::string comparison_csv(const ResultComparison& comparison) {
  text::CsvWriter writer(
      {"level",        "process",         "futag",       "ftag",        "clones_a",
       "clones_b",     "real_a_s",        "real_b_s",    "real_ratio",  "half_width_s",
       "within_noise", "beyond",          "compute_a_s", "compute_b_s", "compute_ratio",
       "send_a_s",     "send_b_s",        "send_ratio",  "wait_a_s",    "wait_b_s",
       "wait_ratio",   "counts_differing"},
      text::LineEnd::kCarriageReturn);
  ComparedRow makespan;
  makespan.real = comparison.makespan;
  writer.add(csv_row("makespan", makespan, {}));
  visit_rows(comparison.rows, [&](const ComparedRow& row, const RowPath& path) {
    writer.add(csv_row(level_name(row.level), row, path));
  });
  return writer.take();
}

}  // namespace dps::profiles
