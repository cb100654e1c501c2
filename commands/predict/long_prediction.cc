#include "commands/predict/long_prediction.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/analysis/expected_firings.h"
#include "blueprint/analysis/firing_balance.h"
#include "commands/terminal/time_left.h"

namespace dps::commands {
namespace {

/// Measured on a core of 2024: loops of units without messages take 31 ns a firing, messages
/// between two to forty processes 0.14 to 1.7 us on machines of all kinds without packets.
constexpr double kSecondsPerFiring = 3e-8;
constexpr double kSecondsPerMessage = 3.5e-7;
constexpr double kLongSeconds = 60;

/// "1,000,000" or "10^15".
std::string large_number(double number) {
  constexpr double kMostDigits = 1e9;
  if (number < kMostDigits) {
    return format_count(static_cast<std::uint64_t>(std::llround(number)));
  }
  const std::string rounded = fmt::format("{:.2e}", number);  // 9.999·10^14 is 10^15
  const std::size_t mark = rounded.find('e');
  const double digits = std::strtod(rounded.substr(0, mark).c_str(), nullptr);
  const int exponent = std::atoi(rounded.substr(mark + 1).c_str());
  return digits == 1 ? fmt::format("10^{}", exponent)
                     : fmt::format("{:.3g}·10^{}", digits, exponent);
}

/// "3 minutes", "16 years".
std::string rough_time(double seconds) {
  struct Unit {
    double seconds;
    std::string_view name;
  };
  constexpr double kDay = 86'400;
  constexpr std::array<Unit, 4> kCalendar{
      {{365.25 * kDay, "years"}, {kDay, "days"}, {3600, "hours"}, {60, "minutes"}}};
  for (const Unit& unit : kCalendar) {
    if (seconds >= 2 * unit.seconds) {
      return large_number(seconds / unit.seconds) + " " + std::string(unit.name);
    }
  }
  return "a minute";
}

}  // namespace

std::string long_prediction_note(const blueprint::Program& program, const PredictionSize& size) {
  const auto expected = blueprint::expected_firings(program);
  if (!expected) {
    return "";
  }
  const auto time_of = [](const blueprint::ExpectedFirings& line) {
    const bool is_known = line.firings < blueprint::FiringBalance::kUnlimited &&
                          line.messages < blueprint::FiringBalance::kUnlimited;
    return is_known ? line.firings * kSecondsPerFiring + line.messages * kSecondsPerMessage : 0;
  };
  double seconds = 0;
  std::size_t longest = 0;
  for (std::size_t line = 0; line < expected->size(); ++line) {
    seconds += time_of((*expected)[line]) * size.runs;
    longest = time_of((*expected)[line]) > time_of((*expected)[longest]) ? line : longest;
  }
  if (seconds < kLongSeconds) {
    return "";
  }
  const blueprint::Definition& line = program.definitions[longest];
  const auto& [firings, messages] = (*expected)[longest];
  return fmt::format(
      "this prediction may take {}{}: by line {}, {} fires {}{}; Ctrl-C ends it with the profile "
      "so far, --for TIME at an instant of virtual time, --timeout TIME after a real time",
      size.has_packets ? "more than " : "about ", rough_time(seconds), line.tag_span.line,
      printable(line.tag), large_number(firings) + (firings == 1 ? " time" : " times"),
      messages > 0 ? " and sends " + large_number(messages) + " messages" : "");
}

std::string long_answers_note(std::size_t questions, std::optional<Seconds> left) {
  constexpr Seconds kLong(10);
  return left && *left > kLong ? fmt::format(
                                     "{} of --what-if{}; Ctrl-C ends them with the answers so far, "
                                     "--what-if NAME*=FACTOR,... asks only about these elements",
                                     counted(questions, "question"), time_left_text(left))
                               : "";
}

}  // namespace dps::commands
