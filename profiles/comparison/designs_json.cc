#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/table.h"
#include "profiles/comparison/comparison_values.h"
#include "profiles/comparison/designs_output.h"

namespace dps::profiles {
namespace {

constexpr int kDesignComparisonVersion = 1;

OrderedJson times_object(const KindTimes& times) {
  OrderedJson object;
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

OrderedJson makespan_object(const MakespanFigures& makespan) {
  return {{"mean_s", json_figure(makespan.mean)},
          {"half_width_s", json_figure(makespan.half_width)},
          {"median_s", json_figure(makespan.median)},
          {"min_s", json_figure(makespan.min)},
          {"max_s", json_figure(makespan.max)}};
}

OrderedJson ratio_object(const RatioToFastest& to_fastest) {
  const Interval interval = to_fastest.interval.value_or(Interval{kUnknown, kUnknown});
  return {{"ratio", json_figure(to_fastest.ratio)},
          {"low", json_figure(interval.low)},
          {"high", json_figure(interval.high)},
          {"certainty", certainty_name(to_fastest.certainty)}};
}

OrderedJson busiest_object(const ProcessTimes* busiest) {
  if (busiest == nullptr) {
    return nullptr;
  }
  OrderedJson object{{"process", busiest->ptag}};
  object.update(times_object(busiest->times));
  return object;
}

OrderedJson design_object(const Design& design, std::size_t position) {
  const DesignFigures& figures = design.figures;
  OrderedJson object;
  object["rank"] = design.is_ranked() ? OrderedJson(position + 1) : OrderedJson(nullptr);
  object.update(side_object(figures.side));
  object["exact"] = figures.is_exact;
  object["makespan"] = makespan_object(MakespanFigures(design.makespan));
  object["to_fastest"] =
      design.to_fastest ? ratio_object(*design.to_fastest) : OrderedJson(nullptr);
  object["msgs_out"] = json_value(figures.msgs_out);
  object["bytes_out"] = json_figure(figures.bytes_out);
  object["times"] = times_object(figures.times);
  object["busy_share"] = json_figure(design.busy_share());
  object["busiest"] = busiest_object(figures.busiest());
  object["explanation"] = design.explanation;
  return object;
}

OrderedJson design_row_object(const DesignRow& row) {
  OrderedJson object{{"level", level_name(row.level)}, {"process", row.process}};
  if (row.level != Level::kProcess) {
    object["futag"] = row.futag;
  }
  if (row.level == Level::kFunctionality) {
    object["ftag"] = row.ftag;
  }
  OrderedJson& cells = object["designs"] = OrderedJson::array();
  for (const auto& cell : row.cells) {
    if (!cell) {
      cells.push_back(nullptr);
      continue;
    }
    OrderedJson times = times_object(cell->times);
    if (row.level == Level::kProcess) {
      times["clones"] = cell->clones;
    }
    cells.push_back(std::move(times));
  }
  return object;
}

// --- CSV ----------------------------------------------------------------------------------------

const std::vector<std::string>& csv_columns() {
  static const std::vector<std::string> names{"level",
                                              "rank",
                                              "file",
                                              "process",
                                              "futag",
                                              "ftag",
                                              "clones",
                                              "kind",
                                              "blueprint",
                                              "machine",
                                              "runs",
                                              "processes",
                                              "hosts",
                                              "makespan_mean_s",
                                              "makespan_half_width_s",
                                              "makespan_median_s",
                                              "makespan_min_s",
                                              "makespan_max_s",
                                              "ratio",
                                              "ratio_low",
                                              "ratio_high",
                                              "certainty",
                                              "msgs_out",
                                              "bytes_out",
                                              "busy_share",
                                              "real_s",
                                              "cpu_s",
                                              "compute_s",
                                              "sleep_s",
                                              "send_s",
                                              "wait_s",
                                              "take_s",
                                              "busy_s"};
  return names;
}

/// Builds the rows. Columns that a row does not have are empty.
class DesignCsv {
 public:
  /// Adds the row of a whole design.
  void add_design(const Design& design, std::size_t position) {
    begin("design", design, position);
    const ComparedSide& side = design.figures.side;
    const MakespanFigures makespan(design.makespan);
    const RatioToFastest to_fastest = design.to_fastest.value_or(RatioToFastest{});
    const Interval interval = to_fastest.interval.value_or(Interval{kUnknown, kUnknown});
    std::size_t at = kFirstOfDesign;
    for (text::Cell& cell : text::CellRow{
             side.kind, side.blueprint, side.machine, side.runs, side.processes, side.hosts,
             makespan.mean, makespan.half_width, makespan.median, makespan.min, makespan.max,
             text::cell_of(to_fastest.ratio), interval.low, interval.high,
             std::string(design.to_fastest ? certainty_name(to_fastest.certainty) : ""),
             design.figures.msgs_out, design.figures.bytes_out, design.busy_share()}) {
      row_[at++] = std::move(cell);
    }
    end(design.figures.times);
  }

  /// Adds the busiest process of a design, if it is known.
  void add_busiest(const Design& design, std::size_t position) {
    if (const ProcessTimes* busiest = design.figures.busiest()) {
      begin("busiest", design, position);
      row_[kProcess] = busiest->ptag;
      end(busiest->times);
    }
  }

  /// Adds the cell of a design in a row that several designs have, unless it lacks the row.
  void add_row(const DesignRow& row, const Design& design, std::size_t position) {
    if (const auto& cell = row.cells[position]) {
      begin(level_name(row.level), design, position);
      row_[kProcess] = row.process;
      row_[kProcess + 1] = row.futag;
      row_[kProcess + 2] = row.ftag;
      row_[kProcess + 3] = cell->clones > 0 ? text::Cell(cell->clones) : text::Cell();
      end(cell->times);
    }
  }

  [[nodiscard]] std::string take() { return csv_.take(); }

 private:
  static constexpr std::size_t kProcess = 3;
  static constexpr std::size_t kFirstOfDesign = 7;
  static constexpr std::size_t kFirstTime = 25;

  void begin(std::string_view level, const Design& design, std::size_t position) {
    row_.assign(csv_columns().size(), text::Cell());
    row_[0] = std::string(level);
    row_[1] = design.is_ranked() ? text::Cell(std::to_string(position + 1)) : text::Cell();
    row_[2] = std::string(design.name());
  }

  void end(const KindTimes& times) {
    std::size_t at = kFirstTime;
    for (const NamedTime& one : kNamedTimes) {
      row_[at++] = times.*one.time;
    }
    row_[at] = times.busy_s();
    csv_.add(row_);
  }

  text::CsvWriter csv_{csv_columns(), text::LineEnd::kCarriageReturn};
  text::CellRow row_;
};

}  // namespace

std::string designs_json(const DesignComparison& comparison) {
  std::vector<OrderedJson> designs;
  designs.reserve(comparison.designs.size());
  for (std::size_t i = 0; i < comparison.designs.size(); ++i) {
    designs.push_back(design_object(comparison.designs[i], i));
  }
  const Design* fastest = comparison.fastest();
  const OrderedJson name = fastest == nullptr ? OrderedJson(nullptr) : OrderedJson(fastest->name());
  const OrderedJson certainty = comparison.ranked() < 2
                                    ? OrderedJson(nullptr)
                                    : OrderedJson(certainty_name(comparison.certainty()));
  const auto same = [](const auto& one) { return OrderedJson(one); };
  return fmt::format(
      "{{\"format\": \"dps-design-comparison\", \"version\": {},\n"
      " \"fastest\": {}, \"certainty\": {}, \"confidence\": {}, \"interval_confidence\": {},\n"
      " \"verdict\": {},\n \"designs\": {},\n \"rows\": {},\n \"remarks\": {}}}\n",
      kDesignComparisonVersion, json_line(name), json_line(certainty), kConfidence,
      comparison.confidence, json_line(OrderedJson(comparison.verdict)), json_list(designs, same),
      json_list(comparison.rows, design_row_object), json_list(comparison.remarks, same));
}

std::string designs_csv(const DesignComparison& comparison) {
  DesignCsv csv;
  const auto& designs = comparison.designs;
  for (std::size_t i = 0; i < designs.size(); ++i) {
    csv.add_design(designs[i], i);
  }
  for (std::size_t i = 0; i < designs.size(); ++i) {
    csv.add_busiest(designs[i], i);
  }
  for (const DesignRow& row : comparison.rows) {
    for (std::size_t i = 0; i < designs.size(); ++i) {
      csv.add_row(row, designs[i], i);
    }
  }
  return csv.take();
}

}  // namespace dps::profiles
