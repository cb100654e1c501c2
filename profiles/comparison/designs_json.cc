#include "profiles/comparison/designs_json.h"

#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/csv_field.h"
#include "profiles/comparison/comparison_values.h"

namespace dps::profiles {
namespace {

constexpr int kDesignComparisonVersion = 1;

ComparisonJson times_object(const KindTimes& times) {
  ComparisonJson object;
  for (const NamedTime& one : kNamedTimes) {
    object[std::string(one.key)] = json_figure(times.*one.time);
  }
  return object;
}

/// The figures of a makespan; unknown without a run.
struct MakespanFigures {
  explicit MakespanFigures(const Statistics& makespan)
      : half_width(makespan.half_width.value_or(kUnknown)) {
    if (makespan.count > 0) {
      mean = makespan.mean;
      median = makespan.median;
      min = makespan.min;
      max = makespan.max;
    }
  }

  double mean = kUnknown, half_width = kUnknown, median = kUnknown, min = kUnknown, max = kUnknown;
};

ComparisonJson makespan_object(const MakespanFigures& makespan) {
  return {{"mean_s", json_figure(makespan.mean)},
          {"half_width_s", json_figure(makespan.half_width)},
          {"median_s", json_figure(makespan.median)},
          {"min_s", json_figure(makespan.min)},
          {"max_s", json_figure(makespan.max)}};
}

ComparisonJson ratio_object(const RatioToFastest& to_fastest) {
  const Interval interval = to_fastest.interval.value_or(Interval{kUnknown, kUnknown});
  return {{"ratio", json_figure(to_fastest.ratio)},
          {"low", json_figure(interval.low)},
          {"high", json_figure(interval.high)},
          {"certainty", certainty_name(to_fastest.certainty)}};
}

ComparisonJson busiest_object(const ProcessTimes* busiest) {
  if (busiest == nullptr) {
    return nullptr;
  }
  ComparisonJson object{{"process", busiest->ptag}};
  object.update(times_object(busiest->times));
  return object;
}

ComparisonJson design_object(const Design& design, std::size_t position) {
  const DesignFigures& figures = design.figures;
  ComparisonJson object;
  object["rank"] = design.is_ranked() ? ComparisonJson(position + 1) : ComparisonJson(nullptr);
  object.update(side_object(figures.side));
  object["exact"] = figures.is_exact;
  object["makespan"] = makespan_object(MakespanFigures(design.makespan));
  object["to_fastest"] =
      design.to_fastest ? ratio_object(*design.to_fastest) : ComparisonJson(nullptr);
  object["msgs_out"] = json_figure(figures.msgs_out);
  object["bytes_out"] = json_figure(figures.bytes_out);
  object["times"] = times_object(figures.times);
  object["busy_share"] = json_figure(design.busy_share());
  object["busiest"] = busiest_object(figures.busiest());
  object["explanation"] = design.explanation;
  return object;
}

ComparisonJson row_object(const DesignRow& row) {
  ComparisonJson object{{"level", level_name(row.level)}, {"process", row.process}};
  if (row.level != Level::kProcess) {
    object["futag"] = row.futag;
  }
  if (row.level == Level::kFunctionality) {
    object["ftag"] = row.ftag;
  }
  ComparisonJson& cells = object["designs"] = ComparisonJson::array();
  for (const auto& cell : row.cells) {
    if (!cell) {
      cells.push_back(nullptr);
      continue;
    }
    ComparisonJson times = times_object(cell->times);
    if (row.level == Level::kProcess) {
      times["clones"] = cell->clones;
    }
    cells.push_back(std::move(times));
  }
  return object;
}

// --- CSV ----------------------------------------------------------------------------------------

constexpr std::string_view kDesignColumns =
    "kind,blueprint,machine,runs,processes,hosts,makespan_mean_s,makespan_half_width_s,"
    "makespan_median_s,makespan_min_s,makespan_max_s,ratio,ratio_low,ratio_high,certainty,"
    "msgs_out,bytes_out,busy_share";
constexpr std::string_view kNoDesignColumns = ",,,,,,,,,,,,,,,,,";

/// The columns that all rows have, at the beginning and at the end of the line.
std::string csv_front(std::string_view level, const Design& design, std::size_t position) {
  return fmt::format("{},{},{},", level, design.is_ranked() ? std::to_string(position + 1) : "",
                     csv_field(design.name()));
}

std::string csv_times(const KindTimes& times) {
  std::string text;
  for (const NamedTime& one : kNamedTimes) {
    text += "," + csv_figure(times.*one.time);
  }
  return text + "," + csv_figure(times.busy_s()) + "\r\n";
}

std::string csv_design_columns(const Design& design) {
  const ComparedSide& side = design.figures.side;
  const MakespanFigures makespan(design.makespan);
  const RatioToFastest to_fastest = design.to_fastest.value_or(RatioToFastest{});
  const Interval interval = to_fastest.interval.value_or(Interval{kUnknown, kUnknown});
  std::string text =
      fmt::format("{},{},{},{},{},{}", csv_field(side.kind), csv_field(side.blueprint),
                  csv_field(side.machine), side.runs, side.processes, side.hosts);
  for (const double figure :
       {makespan.mean, makespan.half_width, makespan.median, makespan.min, makespan.max,
        to_fastest.ratio.value_or(kUnknown), interval.low, interval.high}) {
    text += "," + csv_figure(figure);
  }
  return fmt::format("{},{},{},{},{}", text,
                     design.to_fastest ? certainty_name(to_fastest.certainty) : "",
                     csv_figure(design.figures.msgs_out), csv_figure(design.figures.bytes_out),
                     csv_figure(design.busy_share()));
}

}  // namespace

std::string designs_json(const DesignComparison& comparison) {
  std::vector<ComparisonJson> designs;
  designs.reserve(comparison.designs.size());
  for (std::size_t i = 0; i < comparison.designs.size(); ++i) {
    designs.push_back(design_object(comparison.designs[i], i));
  }
  const Design* fastest = comparison.fastest();
  const ComparisonJson name =
      fastest == nullptr ? ComparisonJson(nullptr) : ComparisonJson(fastest->name());
  const ComparisonJson certainty = comparison.ranked() < 2
                                       ? ComparisonJson(nullptr)
                                       : ComparisonJson(certainty_name(comparison.certainty()));
  const auto same = [](const auto& one) { return ComparisonJson(one); };
  return fmt::format(
      "{{\"format\": \"dps-design-comparison\", \"version\": {},\n"
      " \"fastest\": {}, \"certainty\": {}, \"confidence\": {}, \"interval_confidence\": {},\n"
      " \"verdict\": {},\n \"designs\": {},\n \"rows\": {},\n \"remarks\": {}}}\n",
      kDesignComparisonVersion, json_line(name), json_line(certainty), kConfidence,
      comparison.confidence, json_line(comparison.verdict), json_lines(designs, same),
      json_lines(comparison.rows, row_object), json_lines(comparison.remarks, same));
}

std::string designs_csv(const DesignComparison& comparison) {
  std::string out = fmt::format(
      "level,rank,file,process,futag,ftag,clones,{},real_s,cpu_s,compute_s,sleep_s,send_s,wait_s,"
      "take_s,busy_s\r\n",
      kDesignColumns);
  const auto& designs = comparison.designs;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    out += csv_front("design", designs[i], i) + ",,,," + csv_design_columns(designs[i]) +
           csv_times(designs[i].figures.times);
  }
  for (std::size_t i = 0; i < designs.size(); ++i) {
    if (const ProcessTimes* busiest = designs[i].figures.busiest()) {
      out += csv_front("busiest", designs[i], i) + csv_field(busiest->ptag) + ",,,," +
             std::string(kNoDesignColumns) + csv_times(busiest->times);
    }
  }
  for (const DesignRow& row : comparison.rows) {
    for (std::size_t i = 0; i < designs.size(); ++i) {
      if (const auto& cell = row.cells[i]) {
        out += csv_front(level_name(row.level), designs[i], i) +
               fmt::format("{},{},{},{},{}", csv_field(row.process), csv_field(row.futag),
                           csv_field(row.ftag),
                           cell->clones > 0 ? std::to_string(cell->clones) : "", kNoDesignColumns) +
               csv_times(cell->times);
      }
    }
  }
  return out;
}

}  // namespace dps::profiles
