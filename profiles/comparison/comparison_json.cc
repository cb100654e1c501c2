#include "profiles/comparison/comparison_json.h"

#include <array>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/csv_field.h"
#include "profiles/comparison/comparison_values.h"

namespace dps::profiles {
namespace {

constexpr int kComparisonVersion = 1;
constexpr std::array<std::string_view, 4> kKindNames{"compute", "send", "take", "wait"};

ComparisonJson object_of(const TimePair& time) {
  ComparisonJson object;
  object["a_s"] = json_figure(time.a_s);
  object["b_s"] = json_figure(time.b_s);
  object["ratio"] = json_figure(time.ratio());
  return object;
}

ComparisonJson object_of(const JudgedTime& time) {
  ComparisonJson object = object_of(static_cast<const TimePair&>(time));
  object["half_width_s"] = json_figure(time.noise_s);
  object["within_noise"] = time.is_within_noise();
  object["beyond"] = time.is_beyond;
  return object;
}

ComparisonJson object_of(const DifferenceCause& cause) {
  ComparisonJson object{{"process", cause.process},
                        {"kind", kKindNames[static_cast<std::size_t>(cause.kind)]},
                        {"part", cause.part}};
  object["time"] = object_of(cause.time);
  object["what_to_do"] = cause.what_to_do;
  return object;
}

ComparisonJson object_of(const ComparedRow& row, const RowPath& path) {
  ComparisonJson object;
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
  ComparisonJson& counts = object["counts_differing"] = ComparisonJson::object();
  for (const CountPair& count : row.counts) {
    counts[count.name] = {{"a", {count.a.first, count.a.second}},
                          {"b", {count.b.first, count.b.second}}};
  }
  return object;
}

ComparisonJson object_of(const ComparedLatency& row) {
  ComparisonJson object;
  if (row.mtag.empty()) {
    object = {{"process", row.process}, {"futag", row.futag}, {"ftag", row.ftag}};
  } else {
    object["mtag"] = row.mtag;
  }
  object["p50"] = object_of(row.p50);
  object["p99"] = object_of(row.p99);
  return object;
}

std::string csv_time(const TimePair& time) {
  const auto ratio = time.ratio();
  return fmt::format("{},{},{},", csv_figure(time.a_s), csv_figure(time.b_s),
                     ratio ? csv_figure(*ratio) : "");
}

std::string csv_row(const ComparedRow& row, const RowPath& path) {
  const auto tag = [&](std::size_t depth) {
    return path.size() > depth ? csv_field(path[depth]->name) : "";
  };
  std::string line = fmt::format("{},{},{},{},{},{},", level_name(row.level), tag(0), tag(1),
                                 tag(2), row.clones_a, row.clones_b);
  line += csv_time(row.real);
  line += fmt::format("{},{},{},", row.real.noise_s ? csv_figure(*row.real.noise_s) : "",
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
  std::vector<ComparisonJson> rows;
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
  const auto same = [](const auto& one) { return ComparisonJson(one); };
  out += fmt::format(" \"mismatches\": {},\n", json_lines(comparison.mismatches, same));
  out += fmt::format(" \"causes\": {},\n", json_lines(comparison.causes, [](const auto& cause) {
                       return object_of(cause);
                     }));
  out += fmt::format(" \"rows\": {},\n", json_lines(rows, same));
  if (!comparison.latencies.empty()) {
    const auto latency = [](const ComparedLatency& row) { return object_of(row); };
    out += fmt::format(" \"latencies\": {},\n", json_lines(comparison.latencies, latency));
  }
  return out + fmt::format(" \"remarks\": {}}}\n", json_lines(comparison.remarks, same));
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
