#include "commands/datasheet/datasheet_options.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 1> kBreakpoints{"auto"};
constexpr std::array<std::string_view, 4> kTimeUnits{"s", "ms", "us", "ns"};

/// Stores the name of a file or a folder.
Setter named_into(std::string& out, std::string_view option, std::string_view what) {
  return [&out, option, what](const std::string& value) -> std::string {
    out = value;
    return value.empty() ? fmt::format("{}: expected the name of a {}, got nothing", option, what)
                         : "";
  };
}

std::vector<Option> document_options(DocumentChoice& given) {
  return {{"--tex",
           "",
           {"FILE", ValueKind::kOutput, "--tex"},
           "Write a document for LaTeX, and its pictures into a folder beside it",
           [&given](const std::string& value) -> std::string {
             given.tex = value;
             return value.ends_with(".tex")
                        ? ""
                        : "--tex: the name of the document ends in .tex, got '" + printable(value) +
                              "'";
           }},
          {"--html",
           "",
           {"FILE", ValueKind::kOutput, "--html"},
           "Write the document as a page for a browser",
           named_into(given.html, "--html", "file")},
          {"--plots",
           "",
           {"DIR"},
           "Keep the scripts and data of the pictures in this folder, for gnuplot",
           named_into(given.plots, "--plots", "folder")}};
}

std::vector<Option> sheet_options(DatasheetOptions& given) {
  return {{"--name",
           "",
           {"NAME"},
           "The name of the sheet (default: that of the folder)",
           [&given](const std::string& value) -> std::string {
             given.name = value;
             return is_utf8(value) && !value.empty() ? "" : "--name: expected a name in UTF-8";
           }},
          {"--functions",
           "",
           {"NAME[,NAME]..."},
           "Only these functions, or groups: p2p, contended, collective, nonblocking, neighbour, "
           "communicator, rma, local",
           append_parts_to(given.functions),
           true}};
}

std::vector<Option> fitting_options(DatasheetOptions& given) {
  return {{"--floor",
           "",
           {"PERCENT"},
           "The least error of each point in the fit (default 5); with 0, the measured errors "
           "alone count",
           percentage_into(given.floor, {"--floor", 0, 100})},
          {"--split",
           "",
           {"ELEMENTS"},
           "The size that ends the small messages and begins the large ones (default 32)",
           number_into(given.split, {"--split"})},
          {"--breakpoints",
           "",
           {"auto", ValueKind::kText, "", kBreakpoints},
           "Find the sizes at which the equations change, up to 5 ranges",
           into(given.finds_ranges)}};
}

std::vector<Option> table_format_options(DatasheetOptions& given) {
  constexpr std::uint64_t kMostDigits = 15;
  return {{"--digits",
           "",
           {"N"},
           "Significant digits of the coefficients in tables (default 2)",
           number_into(given.digits, {"--digits", 1, kMostDigits})},
          {"--order-of-magnitude",
           "",
           {},
           "Coefficients in tables are powers of 10",
           into(given.order_of_magnitude)},
          {"--unit",
           "",
           {"UNIT", ValueKind::kText, "", kTimeUnits},
           "The unit of times in tables: s, ms, us (the default) or ns",
           choice_into(given.unit, kTimeUnits)},
          {"--points",
           "",
           {},
           "Print every measured point with the time of its equation, as CSV or JSON",
           into(given.points)},
          {"--check",
           "",
           {},
           "Print where a function is slower than others that do the same, as CSV or JSON",
           into(given.guidelines)},
          format_option(given.output)};
}

}  // namespace

Syntax DatasheetOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"DIR|SHEET.toml", ValueKind::kInput, "the input"},
                      "the folder of raw files; or a data sheet, which is printed",
                      into(file)}};
  syntax
      .add(
          output_option(output, "Write the data sheet to this file instead of printing its tables"))
      .add(document_options(documents))
      .add(sheet_options(*this))
      .add(fitting_options(*this))
      .add(table_format_options(*this));
  return syntax;
}

std::string DatasheetOptions::check() {
  if (points && guidelines) {
    return "--points and --check print different tables; give one of them";
  }
  if (split && finds_ranges) {
    return "--split gives the end of the small messages, which --breakpoints auto finds; give one "
           "of them";
  }
  return digits && order_of_magnitude
             ? "--digits does not go with --order-of-magnitude, whose coefficients are powers of 10"
             : "";
}

datasheets::TableOptions DatasheetOptions::table_options() const {
  datasheets::TableOptions options;
  options.digits = digits.value_or(options.digits);
  options.order_of_magnitude = order_of_magnitude;
  options.unit = unit;
  return options;
}

}  // namespace dps::commands
