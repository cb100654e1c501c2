#include "commands/options/datasheet_options.h"

#include <algorithm>

#include "base/printable.h"
#include "base/text/quantities.h"
#include "commands/options/option_setters.h"

namespace dps::coordinator::options {

std::string set_sheet_name(CommandLine& line, const std::string& value) {
  line.datasheet.name = value;
  return is_utf8(value) && !value.empty() ? "" : "--name: expected a name in UTF-8";
}

std::string set_tex(CommandLine& line, const std::string& value) {
  line.datasheet.tex = value;
  return value.ends_with(".tex")
             ? ""
             : "--tex: the name of the document ends in .tex, got '" + printable(value) + "'";
}

std::string set_html(CommandLine& line, const std::string& value) {
  line.datasheet.html = value;
  return value.empty() ? "--html: expected the name of a file, got nothing" : "";
}

std::string set_plots(CommandLine& line, const std::string& value) {
  line.datasheet.plots = value;
  return value.empty() ? "--plots: expected the name of a folder, got nothing" : "";
}

std::string set_floor(CommandLine& line, const std::string& value) {
  constexpr double kMostPercent = 100;
  const auto percent = text::read_real(value, "--floor");
  if (!percent) {
    return percent.error();
  }
  if (*percent > kMostPercent) {
    return "--floor must be a percentage from 0 to 100, got '" + printable(value) + "'";
  }
  line.datasheet.floor = *percent / 100;
  return "";
}

std::string set_split(CommandLine& line, const std::string& value) {
  const auto elements = text::read_whole(value, {"--split"});
  line.datasheet.split = elements.value_or(0);
  return elements ? "" : elements.error();
}

std::string set_breakpoints(CommandLine& line, const std::string& /*value*/) {
  line.datasheet.finds_ranges = true;
  return "";
}

std::string set_digits(CommandLine& line, const std::string& value) {
  constexpr std::uint64_t kMostDigits = 15;
  const auto digits = text::read_whole(value, {"--digits", 1, kMostDigits});
  line.datasheet.digits = static_cast<int>(digits.value_or(1));
  return digits ? "" : digits.error();
}

std::string set_order_of_magnitude(CommandLine& line, const std::string& /*value*/) {
  line.datasheet.order_of_magnitude = true;
  return "";
}

std::string set_time_unit(CommandLine& line, const std::string& value) {
  line.datasheet.unit = static_cast<std::uint8_t>(
      std::find(kTimeUnits.begin(), kTimeUnits.end(), value) - kTimeUnits.begin());
  return "";
}

std::string set_points(CommandLine& line, const std::string& /*value*/) {
  line.datasheet.points = true;
  return "";
}

std::string set_guidelines(CommandLine& line, const std::string& /*value*/) {
  line.datasheet.check = true;
  return "";
}

std::string datasheet_contradiction(const CommandLine& line) {
  const DatasheetLine& given = line.datasheet;
  if (given.points && given.check) {
    return "--points and --check print different tables; give one of them";
  }
  if (given.split && given.finds_ranges) {
    return "--split gives the end of the small messages, which --breakpoints auto finds; give one "
           "of them";
  }
  if (given.digits && given.order_of_magnitude) {
    return "--digits does not go with --order-of-magnitude, whose coefficients are powers of 10";
  }
  return "";
}

}  // namespace dps::coordinator::options
