#include "predictor/machines/kinds/datasheet/file/datasheet_text.h"

#include <fmt/format.h>

#include "base/text/exact_quantities.h"
#include "predictor/machines/files/host_tables.h"
#include "predictor/machines/files/toml_writer.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::machines {
namespace {

using text::write_bytes;
using text::write_time;

/// Builds "{c = …, s = …}".
class InlineTable {
 public:
  void raw(std::string_view key, std::string_view value) {
    text_ += fmt::format("{}{} = {}", text_.empty() ? "" : ", ", key, value);
  }
  void time(std::string_view key, Attoseconds time) { raw(key, toml_string(write_time(time))); }
  void number(std::string_view key, double number) { raw(key, fmt::format("{}", number)); }
  void count(std::string_view key, std::uint64_t count) { raw(key, fmt::format("{}", count)); }
  void interval(std::string_view key, const std::optional<MeasuredRange>& range) {
    if (range) {
      raw(key, fmt::format("[{}, {}]", range->least, range->most));
    }
  }

  [[nodiscard]] std::string text() const { return "{" + text_ + "}"; }

 private:
  std::string text_;
};

void write_equation(const Equation& equation, TomlWriter& to) {
  to.text("c", write_time(equation.value.constant));
  if (equation.start_form) {
    to.text("start", word_of(*equation.start_form));
    to.text("s", write_time(equation.value.start));
  }
  if (equation.data_form) {
    to.text("data", word_of(*equation.data_form));
    to.text("d", write_time(equation.value.data));
  }
  if (equation.errors) {
    InlineTable errors;
    errors.time("c", equation.errors->constant);
    if (equation.start_form) {
      errors.time("s", equation.errors->start);
    }
    if (equation.data_form) {
      errors.time("d", equation.errors->data);
    }
    to.raw("error", errors.text());
  }
  if (equation.correlations) {
    InlineTable between;
    if (equation.start_form) {
      between.number("cs", equation.correlations->constant_start);
    }
    if (equation.data_form) {
      between.number("cd", equation.correlations->constant_data);
    }
    if (equation.start_form && equation.data_form) {
      between.number("sd", equation.correlations->start_data);
    }
    to.raw("correlation", between.text());
  }
}

void write_fit(const EquationFit& fit, TomlWriter& to) {
  InlineTable numbers;
  if (fit.points > 0) {
    numbers.number("chi2", fit.chi_squared);
    numbers.count("freedom", fit.freedom);
  }
  if (fit.quality) {
    numbers.number("q", *fit.quality);
  }
  if (fit.points > 0) {
    numbers.number("median", fit.median);
    numbers.number("most", fit.most);
    numbers.count("points", fit.points);
  }
  to.raw("fit", numbers.text());
}

void write_range(const SheetRange& range, TomlWriter& to) {
  to.table("[[function.range]]");
  if (range.most) {
    to.count("most", *range.most);
  }
  write_equation(range.equation, to);
  if (range.fit) {
    write_fit(*range.fit, to);
  }
  if (range.processes || range.elements) {
    InlineTable measured;
    measured.interval("processes", range.processes);
    measured.interval("elements", range.elements);
    to.raw("measured", measured.text());
  }
}

void write_pairs(std::string_view header,
                 const std::vector<std::pair<std::string, std::string>>& pairs, TomlWriter& to) {
  if (pairs.empty()) {
    return;
  }
  to.table(header);
  for (const auto& [key, value] : pairs) {
    to.text(toml_key(key), value);
  }
}

}  // namespace

std::string datasheet_text(const Datasheet& sheet, std::span<const std::string> comments) {
  TomlWriter to;
  for (const std::string& line : comments) {
    to.comment(line);
  }
  to.text("format", kSheetFormat);
  to.count("version", kSheetVersion);
  to.text("name", sheet.name);
  to.text("element", write_bytes(sheet.element_bytes));
  if (sheet.eager) {
    to.text("eager", write_bytes(*sheet.eager));
  }
  if (sheet.eager_on_host) {
    to.text("eager_host", write_bytes(*sheet.eager_on_host));
  }
  for (std::size_t i = 0; i < sheet.hosts.size(); ++i) {
    write_host_table(sheet.hosts[i], i < sheet.multiply.size() ? sheet.multiply[i] : std::nullopt,
                     to);
  }
  write_pairs("[alias]", sheet.aliases, to);
  write_pairs("[measured]", sheet.measured, to);
  for (const SheetFunction& function : sheet.functions) {
    to.table("[[function]]");
    to.text("name", function.name);
    to.text("class", word_of(function.function_class));
    if (function.path == FunctionPath::kHost) {
      to.text("path", kPathWords.front());
    }
    for (const SheetRange& range : function.ranges) {
      write_range(range, to);
    }
  }
  return to.take();
}

}  // namespace dps::machines
