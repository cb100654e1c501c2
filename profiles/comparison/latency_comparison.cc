#include "profiles/comparison/latency_comparison.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/comparison/ratio_text.h"
#include "profiles/latency_figures.h"

namespace dps::profiles {
namespace {

using statistics::Histogram;
using statistics::Latencies;

constexpr std::size_t kComparedNameWidth = 26;
constexpr std::size_t kQuantileWidth = 10;
constexpr std::size_t kQuotientWidth = 7;
constexpr std::size_t kMostLatencies = 20;

/// A histogram with the unit of its latencies.
struct Times {
  const Latencies& of;
  const Histogram& histogram;

  [[nodiscard]] double quantile_s(statistics::QuantileShare share) const {
    return of.seconds(static_cast<double>(histogram.quantile(share)));
  }
};

void set_quantiles(ComparedLatency& row, const Times& a, const Times& b) {
  row.p50 = {a.quantile_s(statistics::kP50), b.quantile_s(statistics::kP50)};
  row.p99 = {a.quantile_s(statistics::kP99), b.quantile_s(statistics::kP99)};
}

void add_messages(const Latencies& a, const Latencies& b, std::vector<ComparedLatency>& rows) {
  for (const statistics::MessageLatency& of_a : a.messages) {
    const auto of_b = std::find_if(b.messages.begin(), b.messages.end(),
                                   [&](const auto& row) { return row.mtag == of_a.mtag; });
    if (of_b != b.messages.end()) {
      ComparedLatency& row = rows.emplace_back();
      row.mtag = of_a.mtag;
      set_quantiles(row, {a, of_a.times.total}, {b, of_b->times.total});
    }
  }
}

/// Returns the row of the same functionality; nullptr if there is none.
template <typename Row>
const Row* row_like(const Row& wanted, const std::vector<Row>& rows) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.ptag == wanted.ptag && row.futag == wanted.futag && row.ftag == wanted.ftag;
  });
  return found == rows.end() ? nullptr : &*found;
}

template <typename Row>
ComparedLatency& add_row_of(const Row& of, std::vector<ComparedLatency>& rows) {
  ComparedLatency& row = rows.emplace_back();
  row.process = of.ptag;
  row.futag = of.futag;
  row.ftag = of.ftag;
  return row;
}

void add_ages(const Latencies& a, const Latencies& b, std::vector<ComparedLatency>& rows) {
  for (const statistics::RequestLatency& of_a : a.requests) {
    const auto* const of_b = row_like(of_a, b.requests);
    if (of_b != nullptr && !of_a.age.empty() && !of_b->age.empty()) {
      ComparedLatency& row = add_row_of(of_a, rows);
      row.is_age = true;
      set_quantiles(row, {a, of_a.age}, {b, of_b->age});
    }
  }
}

void add_functionalities(const Latencies& a, const Latencies& b,
                         std::vector<ComparedLatency>& rows) {
  for (const statistics::FunctionalityLatency& of_a : a.functionalities) {
    const auto* const of_b = row_like(of_a, b.functionalities);
    if (of_b != nullptr && (of_a.real.max() > 0 || of_b->real.max() > 0)) {
      set_quantiles(add_row_of(of_a, rows), {a, of_a.real}, {b, of_b->real});
    }
  }
}

void add_collectives(const Latencies& a, const Latencies& b, std::vector<ComparedLatency>& rows) {
  for (const statistics::CollectiveLatency& of_a : a.collectives) {
    const auto of_b = std::find_if(b.collectives.begin(), b.collectives.end(),
                                   [&](const auto& row) { return row.otag == of_a.otag; });
    if (of_b != b.collectives.end() && !of_a.total.empty() && !of_b->total.empty()) {
      ComparedLatency& row = rows.emplace_back();
      row.otag = of_a.otag;
      set_quantiles(row, {a, of_a.total}, {b, of_b->total});
    }
  }
}

void add_cells(const TimePair& time, std::vector<std::string>& cells) {
  const auto ratio = time.ratio();
  cells.push_back(text::time_text(time.a_s));
  cells.push_back(text::time_text(time.b_s));
  cells.push_back(ratio_text(ratio));
}

text::Grid latency_grid() {
  std::vector<text::GridColumn> columns{
      text::fixed_column("latency", kComparedNameWidth, text::Align::kLeft)};
  for (const std::string_view quantile : {"p50", "p99"}) {
    columns.push_back(text::fixed_column(fmt::format("{} A", quantile), kQuantileWidth));
    columns.push_back(text::fixed_column(fmt::format("{} B", quantile), kQuantileWidth));
    columns.push_back(text::fixed_column("ratio", kQuotientWidth));
  }
  return text::Grid(std::move(columns));
}

}  // namespace

std::vector<ComparedLatency> compared_latencies(const RunResult& a, const RunResult& b) {
  std::vector<ComparedLatency> rows;
  const auto of_a = merged_latencies(a);
  const auto of_b = merged_latencies(b);
  if (of_a && of_b) {
    add_messages(of_a->of, of_b->of, rows);
    add_ages(of_a->of, of_b->of, rows);
    add_functionalities(of_a->of, of_b->of, rows);
    add_collectives(of_a->of, of_b->of, rows);
  }
  return rows;
}

std::string latency_comparison_text(const ResultComparison& comparison, bool color) {
  const auto& rows = comparison.latencies;
  if (rows.empty()) {
    return "";
  }
  text::Grid grid = latency_grid();
  for (std::size_t i = 0; i < std::min(kMostLatencies, rows.size()); ++i) {
    const ComparedLatency& row = rows[i];
    const std::string name = !row.mtag.empty()   ? row.mtag
                             : !row.otag.empty() ? fmt::format("{} operations", row.otag)
                                                 : fmt::format("{} {}{}", row.process, row.ftag,
                                                               row.is_age ? " age" : "");
    std::vector<std::string> cells{text::shortened(printable(name), kComparedNameWidth)};
    add_cells(row.p50, cells);
    add_cells(row.p99, cells);
    grid.add(std::move(cells));
  }
  std::string text = "\n" + grid.text(color);
  if (rows.size() > kMostLatencies) {
    text += fmt::format("and {} more\n", format_count(rows.size() - kMostLatencies));
  }
  return text;
}

}  // namespace dps::profiles
