#include "predictor/datasheets/tables/points_table.h"

#include <algorithm>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/check.h"
#include "base/text/table.h"
#include "predictor/datasheets/fit/fit_function.h"
#include "predictor/datasheets/fit/size_ranges.h"

namespace dps::datasheets {
namespace {

using machines::FunctionPath;

struct PointRow {
  const RawSeries* series = nullptr;
  RawPoint point;
  double fitted = 0;     ///< seconds
  double deviation = 0;  ///< may be infinite
};

void add_rows(const RawSeries& series, const std::vector<RawPoint>& points,
              const machines::SheetFunction& function, std::vector<PointRow>& rows) {
  for (const RawPoint& point : points) {
    const auto elements = static_cast<double>(point.elements);
    const machines::Equation& equation = machines::range_for(function, elements).equation;
    rows.push_back(
        {&series, point,
         machines::times_of(equation, static_cast<double>(point.processes), elements).average,
         deviation_of(equation, point)});
  }
}

std::vector<PointRow> rows_of(const RawFolder& folder, const machines::Datasheet& sheet) {
  std::vector<PointRow> rows;
  for (const RawSeries& series : folder.series) {
    const auto function = std::find_if(sheet.functions.begin(), sheet.functions.end(),
                                       [&](const machines::SheetFunction& one) {
                                         return one.name == series.name && one.path == series.path;
                                       });
    DPS_CHECK(function != sheet.functions.end());
    add_rows(series, points_once(series), *function, rows);
  }
  return rows;
}

std::string_view path_word(FunctionPath path) {
  return path == FunctionPath::kHost ? "host" : "";
}

text::Table values_of(const RawFolder& folder, const machines::Datasheet& sheet) {
  text::Table table{{{"function"},
                     {"path"},
                     {"processes"},
                     {"elements"},
                     {"median_s"},
                     {"error_s"},
                     {"fitted_s"},
                     {"deviation"}},
                    {}};
  for (const PointRow& row : rows_of(folder, sheet)) {
    table.rows.push_back({row.series->name, std::string(path_word(row.series->path)),
                          row.point.processes, row.point.elements, row.point.median,
                          row.point.error, row.fitted, row.deviation});
  }
  return table;
}

}  // namespace

std::string points_csv(const RawFolder& folder, const machines::Datasheet& sheet) {
  return text::csv_of(values_of(folder, sheet), text::LineEnd::kLineFeed);
}

std::string points_json(const RawFolder& folder, const machines::Datasheet& sheet) {
  const nlohmann::ordered_json all{{"format", "dps-datasheet-points"},
                                   {"version", 1},
                                   {"points", text::json_rows(values_of(folder, sheet))}};
  return all.dump(2) + "\n";
}

}  // namespace dps::datasheets
