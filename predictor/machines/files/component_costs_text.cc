#include "predictor/machines/files/component_costs_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace dps::machines {
namespace {

/// Formats a time with four significant digits, in the largest unit in which it is at least 1.
std::string time_text(double seconds) {
  constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
      {{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}}};
  constexpr double kAlmostOne = 0.99995;  // rounded to four digits, this is 1
  const auto* unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const auto& one) {
    return seconds * one.second >= kAlmostOne;
  });
  unit = unit == kUnits.end() ? unit - 1 : unit;
  const double value = seconds * unit->second;
  constexpr double kLeast = 1e-3;  // of a nanosecond
  constexpr int kDigits = 4;
  const int whole = value < kLeast ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
  std::string text = fmt::format("{:.{}f}", value, std::max(0, kDigits - whole));
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    text.erase(text.find_last_not_of('.') + 1);
  }
  return text + std::string(unit->first);
}

void write(const ComponentCost& cost, TomlWriter& to) {
  to.table("[[component]]");
  to.text(cost.is_exec ? "exec" : "call", cost.name);
  if (cost.arguments) {
    to.texts("arguments", *cost.arguments);
  }
  for (const auto& [key, value] : {std::pair("ctag", &cost.ctag), std::pair("ftag", &cost.ftag),
                                   std::pair("type", &cost.type)}) {
    if (!value->empty()) {
      to.text(key, *value);
    }
  }
  to.text("time", time_text(cost.seconds));
  to.count("speed", cost.speed);
}

}  // namespace

std::string component_costs_text(std::span<const ComponentCost> costs, const FileRemarks& remarks) {
  TomlWriter to;
  for (const std::string& line : remarks.comments) {
    to.comment(line);
  }
  to.calibration(remarks);
  for (const ComponentCost& cost : costs) {
    write(cost, to);
  }
  return to.take();
}

}  // namespace dps::machines
