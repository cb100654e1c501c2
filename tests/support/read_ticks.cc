#include "tests/support/read_ticks.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <regex>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace dps::support {

std::optional<double> tick_value(std::string_view label) {
  constexpr std::array<std::pair<std::string_view, int>, 11> kUnits{{{"", 0},
                                                                     {" s", 0},
                                                                     {" ms", -3},
                                                                     {" µs", -6},
                                                                     {" ns", -9},
                                                                     {" ps", -12},
                                                                     {" B", 0},
                                                                     {" kB", 3},
                                                                     {" MB", 6},
                                                                     {" GB", 9},
                                                                     {" TB", 12}}};
  const std::size_t blank = std::min(label.find(' '), label.size());
  const auto unit = std::find_if(kUnits.begin(), kUnits.end(),
                                 [&](const auto& one) { return one.first == label.substr(blank); });
  if (unit == kUnits.end() || blank == 0) {
    return std::nullopt;
  }
  std::string digits(label.substr(0, blank));
  std::erase(digits, ',');
  int exponent = unit->second;
  if (const std::size_t at = digits.find('e'); at != std::string::npos) {
    exponent += std::atoi(digits.c_str() + at + 1);
    digits.erase(at);
  }
  const std::string text = fmt::format("{}e{}", digits, exponent);
  double value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value)
                                                                         : std::nullopt;
}

std::map<std::string, std::vector<DrawnTick>> drawn_ticks(const std::string& svg) {
  static const std::regex kText(
      R"re(translate\(([-\d.]+),([-\d.]+)\)"[^>]*text-anchor="(\w+)">\s*<text>([^<]*)</text>)re");
  std::map<std::string, std::vector<DrawnTick>> ticks;
  for (std::sregex_iterator found(svg.begin(), svg.end(), kText), end; found != end; ++found) {
    const std::string label = (*found)[4];
    if (const auto value = tick_value(label)) {
      const std::string side = (*found)[3];
      ticks[side].push_back({label, *value, std::stod((*found)[side == "middle" ? 1 : 2])});
    }
  }
  return ticks;
}

std::string mistake_in_ticks(const std::vector<DrawnTick>& ticks, bool is_logarithmic) {
  constexpr double kRounding = 0.1;
  if (ticks.size() < 2) {
    return fmt::format("there are {} ticks", ticks.size());
  }
  std::set<std::string> labels;
  const auto scaled = [is_logarithmic](double value) {
    return is_logarithmic ? std::log(value) : value;
  };
  const DrawnTick& first = ticks.front();
  const DrawnTick& last = ticks.back();
  for (const DrawnTick& tick : ticks) {
    if (!labels.insert(tick.label).second) {
      return fmt::format("'{}' occurs twice", tick.label);
    }
    const double share =
        (scaled(tick.value) - scaled(first.value)) / (scaled(last.value) - scaled(first.value));
    const double place = first.place + share * (last.place - first.place);
    if (!(std::abs(tick.place - place) <= kRounding)) {
      return fmt::format("'{}' is at {}, not at {}", tick.label, tick.place, place);
    }
  }
  return "";
}

}  // namespace dps::support
