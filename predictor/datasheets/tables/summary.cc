#include "predictor/datasheets/tables/summary.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/grid.h"
#include "base/units.h"
#include "predictor/datasheets/functions.h"
#include "predictor/datasheets/raw/raw_folder.h"

namespace dps::datasheets {
namespace {

using machines::Datasheet;
using machines::FunctionClass;
using machines::SheetFunction;
using machines::SheetRange;

bool has_sizes_of_data(const SheetFunction& function) {
  return function.function_class == FunctionClass::kPointToPoint ||
         function.function_class == FunctionClass::kCollective;
}

/// The bounds between the ranges of a function.
std::vector<std::uint64_t> bounds_of(const SheetFunction& function) {
  std::vector<std::uint64_t> bounds;
  for (const SheetRange& range : function.ranges) {
    if (range.most) {
      bounds.push_back(*range.most);
    }
  }
  return bounds;
}

/// True if the sizes of the ranges are known, and no size is in two ranges: "or more" is wrong
/// then.
bool are_apart(const SheetFunction& function) {
  const SheetRange& first = function.ranges.front();
  const SheetRange& second = function.ranges[1];
  return first.elements && second.elements && first.elements->most == first.most &&
         second.elements->least > first.elements->most;
}

/// The bound that all functions with ranges share, if each has only one and it is in both ranges.
std::optional<std::uint64_t> common_split(const Datasheet& sheet) {
  std::set<std::vector<std::uint64_t>> all;
  for (const SheetFunction& function : sheet.functions) {
    if (has_sizes_of_data(function) && function.ranges.size() > 1) {
      if (are_apart(function)) {
        return std::nullopt;
      }
      all.insert(bounds_of(function));
    }
  }
  return all.size() == 1 && all.begin()->size() == 1 ? std::optional(all.begin()->front())
                                                     : std::nullopt;
}

bool has_ranges(const Datasheet& sheet) {
  return std::any_of(sheet.functions.begin(), sheet.functions.end(),
                     [](const SheetFunction& function) {
                       return has_sizes_of_data(function) && function.ranges.size() > 1;
                     });
}

SummaryRow row_of(const SheetFunction& function, const SheetRange& range, std::string sizes = "") {
  return {full_name(function.name, function.path), std::move(sizes), &range,
          function.function_class};
}

/// Adds a function; a single range is in both tables, unless all its sizes are on one side of the
/// bound.
void add_to_halves(const SheetFunction& function, std::uint64_t split, SummaryTable& small,
                   SummaryTable& large) {
  const SheetRange& first = function.ranges.front();
  const SheetRange& last = function.ranges.back();
  const bool is_alone = function.ranges.size() == 1;
  if (!is_alone || !first.elements || first.elements->least < split) {
    small.rows.push_back(row_of(function, first));
  }
  if (!is_alone || !last.elements || last.elements->most > split) {
    large.rows.push_back(row_of(function, last));
  }
}

void add_with_sizes(const SheetFunction& function, SummaryTable& table) {
  std::optional<std::uint64_t> before;
  for (const SheetRange& range : function.ranges) {
    const std::string least = before ? fmt::to_string(*before + 1) : "0";
    table.rows.push_back(row_of(function, range,
                                function.ranges.size() == 1 ? "all"
                                : range.most ? fmt::format("{}..{}", least, *range.most)
                                             : least + ".."));
    before = range.most;
  }
}

std::string table_text(const SummaryTable& table, const TableOptions& options) {
  const bool has_sizes = std::any_of(table.rows.begin(), table.rows.end(),
                                     [](const SummaryRow& row) { return !row.sizes.empty(); });
  std::vector<std::string> headings{"function"};
  if (has_sizes) {
    headings.emplace_back("elements");
  }
  headings.push_back(fmt::format("time ({})", unit_name(options.unit)));
  headings.emplace_back("Q");
  std::vector<text::GridColumn> columns;
  columns.reserve(headings.size());
  for (std::string& heading : headings) {
    columns.push_back({std::move(heading), text::Align::kLeft});
  }
  text::Grid grid(std::move(columns));
  for (const SummaryRow& row : table.rows) {
    std::vector<std::string> cells{printable(row.name)};
    if (has_sizes) {
      cells.push_back(row.sizes);
    }
    cells.push_back(equation_words(row.range->equation, row.function_class, options));
    cells.push_back(quality_words(row.range->fit));
    grid.add(std::move(cells));
  }
  return table.title + "\n" + grid.text();
}

}  // namespace

std::vector<const SheetFunction*> in_document_order(const Datasheet& sheet) {
  std::vector<const SheetFunction*> functions;
  functions.reserve(sheet.functions.size());
  for (const SheetFunction& function : sheet.functions) {
    functions.push_back(&function);
  }
  std::stable_sort(functions.begin(), functions.end(),
                   [](const SheetFunction* one, const SheetFunction* other) {
                     return one->name == other->name ? one->path < other->path
                                                     : is_before(one->name, other->name);
                   });
  return functions;
}

std::vector<SummaryTable> summary_tables(const Datasheet& sheet) {
  const auto split = common_split(sheet);
  const bool has_sizes = !split && has_ranges(sheet);
  SummaryTable small;
  SummaryTable large;
  SummaryTable all{"Messages", {}};
  SummaryTable barriers{"Barrier type routines", {}};
  SummaryTable local{"Local", {}};
  if (split) {
    small.title = fmt::format("Small messages ({} or less)", counted(*split, "element"));
    large.title = fmt::format("Large messages ({} or more)", counted(*split, "element"));
  }
  for (const SheetFunction* function : in_document_order(sheet)) {
    if (function->function_class == FunctionClass::kBarrier) {
      barriers.rows.push_back(row_of(*function, function->ranges.front()));
    } else if (function->function_class == FunctionClass::kLocal) {
      local.rows.push_back(row_of(*function, function->ranges.front()));
    } else if (split) {
      add_to_halves(*function, *split, small, large);
    } else if (has_sizes) {
      add_with_sizes(*function, all);
    } else {
      all.rows.push_back(row_of(*function, function->ranges.front()));
    }
  }
  std::vector<SummaryTable> tables;
  for (SummaryTable* table : {&small, &large, &all, &barriers, &local}) {
    if (!table->rows.empty()) {
      tables.push_back(std::move(*table));
    }
  }
  return tables;
}

std::string summary_text(const Datasheet& sheet, const TableOptions& options) {
  std::string text = fmt::format("{}{}elements of {} B{}\n", printable(sheet.name),
                                 sheet.name.empty() ? "" : ": ", sheet.element_bytes,
                                 sheet.eager ? ", sends of more than " + format_size(*sheet.eager) +
                                                   " wait for their receivers"
                                             : "");
  bool has_doubts = false;
  bool has_poor = false;
  for (const SummaryTable& table : summary_tables(sheet)) {
    const std::string rows = table_text(table, options);
    has_doubts = has_doubts || rows.find("? ") != std::string::npos;
    has_poor = has_poor || std::any_of(table.rows.begin(), table.rows.end(),
                                       [](const auto& row) { return is_poor(row.range->fit); });
    text += "\n" + rows;
  }
  if (has_doubts) {
    text += "\n?: this coefficient is less than its standard error\n";
  }
  if (has_poor) {
    text += std::string(has_doubts ? "" : "\n") +
            "!: Q is below 0.01: the measured times do not follow this equation\n";
  }
  return text;
}

}  // namespace dps::datasheets
