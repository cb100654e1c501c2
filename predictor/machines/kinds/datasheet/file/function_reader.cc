#include "predictor/machines/kinds/datasheet/file/function_reader.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/exact_quantities.h"
#include "predictor/machines/kinds/datasheet/file/sheet_words.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kMostExactCount = std::uint64_t{1} << 53;
constexpr double kLargest = std::numeric_limits<double>::max();

/// The terms that equations of a class may have.
struct Terms {
  bool start = false;     ///< any
  bool data = false;      ///< d
  bool all_data = false;  ///< p*d and so on
};

Terms terms_of(FunctionClass function_class) {
  switch (function_class) {
    case FunctionClass::kPointToPoint:
    case FunctionClass::kLocal:
      return {false, true, false};
    case FunctionClass::kCollective:
      return {true, true, true};
    case FunctionClass::kBarrier:
      return {true, false, false};
  }
  return {};
}

template <typename Form>
std::optional<Form> form_of(std::optional<std::size_t> word) {
  return word ? std::optional(static_cast<Form>(*word)) : std::nullopt;
}

/// True if the file gives the term a form, even a wrong one, which has its own message.
bool has_term(TomlTable& table, std::string_view form) {
  return table.find(form) != nullptr;
}

/// True if the name is one word, so that `dps timecalc` can read it.
bool is_word(std::string_view name) {
  return !name.empty() && std::none_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '#';
  });
}

}  // namespace

std::vector<SheetFunction> FunctionReader::read(const toml::node* list) {
  for (const toml::table* fields :
       tables_of(list, {"functions", "[[function]]", "a function's table"}, mistakes_)) {
    read_function(*fields);
  }
  return std::move(functions_);
}

void FunctionReader::read_function(const toml::table& fields) {
  TomlTable table(fields, "[[function]]", mistakes_);
  SheetFunction function;
  const auto name = table.text("name", true);
  function.name = name.value_or("");
  const auto function_class = form_of<FunctionClass>(table.word("class", kClassWords, true));
  // A wrong class has its own message; the terms are then those that all may have.
  function.function_class = function_class.value_or(FunctionClass::kCollective);
  function.path = table.word("path", kPathWords) ? FunctionPath::kHost : FunctionPath::kAny;
  read_ranges(table, fields, function);
  table.done();
  if (!name) {
    return;
  }
  const toml::source_region where = fields.get("name")->source();
  if (!is_word(*name)) {
    mistakes_.add(where, fmt::format("a function's name is one word without '#', got '{}'",
                                     printable(*name)));
    return;
  }
  const auto [first, is_new] = places_.try_emplace({*name, function.path}, where);
  if (!is_new) {
    mistakes_.add(where,
                  fmt::format("function '{}' is given twice{}", printable(*name),
                              function.path == FunctionPath::kHost ? " within a host" : ""),
                  first->second, "first given here");
    return;
  }
  functions_.push_back(std::move(function));
}

void FunctionReader::read_ranges(TomlTable& table, const toml::table& fields,
                                 SheetFunction& function) {
  const toml::node* list = table.find("range");
  if (list == nullptr || (list->is_array() && list->as_array()->empty())) {
    mistakes_.add(list == nullptr ? fields.source() : list->source(),
                  "the function has no equation; it has at least one [[function.range]]");
    return;
  }
  const auto tables =
      tables_of(list, {"ranges", "[[function.range]]", "a range's table"}, mistakes_);
  function.ranges.reserve(tables.size());
  for (const toml::table* one : tables) {
    function.ranges.push_back(read_range(*one, function.function_class));
  }
  if (function.function_class == FunctionClass::kBarrier && tables.size() > 1) {
    mistakes_.add(tables[1]->source(), "a barrier has no data, hence one range");
  }
  check_sizes(tables, function);
}

SheetRange FunctionReader::read_range(const toml::table& fields, FunctionClass function_class) {
  TomlTable table(fields, "[[function.range]]", mistakes_);
  SheetRange range;
  range.most = table.count("most", 0, kMostExactCount);
  range.equation = read_equation(table, function_class);
  range.fit = read_fit(table);
  read_measured(table, range);
  table.done();
  return range;
}

Equation FunctionReader::read_equation(TomlTable& table, FunctionClass function_class) {
  Equation equation;
  equation.value.constant = table.quantity("c", text::read_time, true).value_or(Attoseconds{});
  equation.start_form = form_of<StartForm>(table.word("start", kStartWords));
  equation.value.start = table.quantity("s", text::read_time).value_or(Attoseconds{});
  equation.data_form = form_of<DataForm>(table.word("data", kDataWords));
  equation.value.data = table.quantity("d", text::read_time).value_or(Attoseconds{});
  for (const auto& [form, coefficient] : {std::pair("start", "s"), std::pair("data", "d")}) {
    const toml::node* has_form = table.find(form);
    const toml::node* has_coefficient = table.find(coefficient);
    if ((has_form == nullptr) != (has_coefficient == nullptr)) {
      mistakes_.add(
          (has_form == nullptr ? has_coefficient : has_form)->source(),
          fmt::format("'{}' and '{}' belong together: a term has both", form, coefficient));
    }
  }
  check_forms(table, equation, function_class);
  read_errors(table, equation);
  read_correlations(table, equation);
  return equation;
}

void FunctionReader::check_forms(TomlTable& table, const Equation& equation,
                                 FunctionClass function_class) {
  const Terms terms = terms_of(function_class);
  if (equation.start_form && !terms.start) {
    mistakes_.add(table.find("start")->source(),
                  fmt::format("the time of a {} function does not depend on the number of "
                              "processes: it has no 'start'",
                              word_of(function_class)));
  }
  if (equation.data_form && !terms.data) {
    mistakes_.add(table.find("data")->source(), "a barrier has no data, hence no 'data'");
  } else if (equation.data_form && *equation.data_form != DataForm::kData && !terms.all_data) {
    mistakes_.add(table.find("data")->source(),
                  fmt::format("the time of a {} function does not depend on the number of "
                              "processes: expected 'd' for 'data', got '{}'",
                              word_of(function_class), word_of(*equation.data_form)));
  }
}

void FunctionReader::read_errors(TomlTable& table, Equation& equation) {
  const toml::table* fields = table.table("error");
  if (fields == nullptr) {
    return;
  }
  TomlTable errors(*fields, "'error'", mistakes_);
  const auto error = [&](std::string_view key, bool is_there) {
    // The error of a term that does not exist is an unknown key.
    return is_there ? errors.quantity(key, text::read_time, true).value_or(Attoseconds{})
                    : Attoseconds{};
  };
  equation.errors = Coefficients{error("c", true), error("s", has_term(table, "start")),
                                 error("d", has_term(table, "data"))};
  errors.done();
}

void FunctionReader::read_correlations(TomlTable& table, Equation& equation) {
  const toml::table* fields = table.table("correlation");
  if (fields == nullptr) {
    return;
  }
  if (!equation.errors) {
    mistakes_.add(fields->source(), "'correlation' needs an 'error'");
  }
  TomlTable correlations(*fields, "'correlation'", mistakes_);
  const auto between = [&](std::string_view key, bool has_terms) {
    return has_terms ? correlations.real(key, -1, 1, true).value_or(0) : 0;
  };
  const bool has_start = has_term(table, "start");
  const bool has_data = has_term(table, "data");
  equation.correlations = Correlations{between("cs", has_start), between("cd", has_data),
                                       between("sd", has_start && has_data)};
  correlations.done();
}

/// Reads the quality of a fit; a sheet copied from a printed table has only Q.
std::optional<EquationFit> FunctionReader::read_fit(TomlTable& table) {
  const toml::table* fields = table.table("fit");
  if (fields == nullptr) {
    return std::nullopt;
  }
  TomlTable numbers(*fields, "'fit'", mistakes_);
  EquationFit fit;
  fit.quality = numbers.real("q", 0, 1);
  const bool has_only_q = fields->size() == 1 && fields->contains("q");
  if (!has_only_q) {
    fit.points = numbers.count("points", 1, kMostExactCount).value_or(0);
    fit.freedom = numbers.count("freedom", 0, kMostExactCount).value_or(0);
    for (const char* key : {"points", "freedom"}) {
      numbers.find(key, true);
    }
    fit.chi_squared = numbers.real("chi2", 0, kLargest, true).value_or(0);
    fit.median = numbers.real("median", 0, kLargest, true).value_or(0);
    fit.most = numbers.real("most", 0, kLargest, true).value_or(0);
  }
  numbers.done();
  return fit;
}

void FunctionReader::read_measured(TomlTable& table, SheetRange& range) {
  const toml::table* fields = table.table("measured");
  if (fields == nullptr) {
    return;
  }
  TomlTable measured(*fields, "'measured'", mistakes_);
  range.processes = interval(measured, "processes");
  range.elements = interval(measured, "elements");
  measured.done();
}

std::optional<MeasuredRange> FunctionReader::interval(TomlTable& table, std::string_view key) {
  const toml::node* node = table.find(key);
  if (node == nullptr) {
    return std::nullopt;
  }
  const toml::array* list = node->as_array();
  std::array<std::int64_t, 2> ends{-1, -1};
  for (std::size_t i = 0; list != nullptr && list->size() == ends.size() && i < ends.size(); ++i) {
    const auto* number = list->get(i)->as_integer();
    ends.at(i) = number == nullptr ? -1 : number->get();
  }
  if (ends[0] < 0 || ends[1] < ends[0]) {
    mistakes_.add(node->source(), fmt::format("expected the least and the largest number for '{}', "
                                              "such as [2, 128]",
                                              key));
    return std::nullopt;
  }
  return MeasuredRange{static_cast<std::uint64_t>(ends[0]), static_cast<std::uint64_t>(ends[1])};
}

void FunctionReader::check_sizes(const std::vector<const toml::table*>& tables,
                                 const SheetFunction& function) {
  std::optional<std::uint64_t> below;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const toml::node* most = tables[i]->get("most");
    const bool is_last = i + 1 == tables.size();
    if (is_last && most != nullptr) {
      mistakes_.add(most->source(),
                    "the last range holds for all larger sizes, so it has no 'most'");
    } else if (!is_last && most == nullptr) {
      mistakes_.add(tables[i]->source(),
                    "[[function.range]] has no 'most'; only the last range has none");
    }
    const auto& size = function.ranges[i].most;
    if (!is_last && size && below && *size <= *below) {
      mistakes_.add(most->source(), fmt::format("the sizes of ranges ascend: expected more than "
                                                "{}, got {}",
                                                *below, *size));
    }
    below = size ? size : below;
  }
}

}  // namespace dps::machines
