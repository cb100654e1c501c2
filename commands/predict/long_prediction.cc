#include "commands/predict/long_prediction.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/collectives/schedule.h"

namespace dps::commands {
namespace {

/// Firings and messages of a simple program, in round figures: a process that sends itself one
/// message after the other has 6 million of both in a second of CPU time.
constexpr double kStepsPerSecond = 5e6;
constexpr double kLongSeconds = 60;

/// The firings of one line in a process, and its messages.
struct Effort {
  double firings = 0;
  double messages = 0;  ///< of all firings
};

/// The messages of one execution of an output.
double messages_of(const blueprint::Program& program, const blueprint::Output& output) {
  if (output.delay || output.pick != blueprint::Pick::kAll) {
    return static_cast<double>(output.copies);
  }
  if (output.is_collective()) {  // those of all members, and the completion
    const collectives::Collective& of = program.collective_of(output);
    return static_cast<double>(collectives::traffic_of(of).messages) / of.members + 1;
  }
  double messages = 0;
  for (const blueprint::Share& share : program.shares_of(output)) {
    messages += static_cast<double>(share.copies);
  }
  if (output.shares.count > 0) {
    return messages;
  }
  for (const blueprint::Receivers& some : program.receivers_of(output)) {
    messages += static_cast<double>(output.copies) * (some.depends_on_message() ? 1 : some.count);
  }
  return messages;
}

/// The messages of a firing in a process of the group, on average over the steps of its cycle.
double messages_of(const blueprint::Program& program, const blueprint::Functionality& line) {
  double messages = 0;
  for (const std::uint32_t at : program.outputs_of(line)) {
    messages += messages_of(program, program.outputs[at]);
  }
  return messages / line.steps;
}

Effort effort_of(const blueprint::Program& program, const blueprint::Functionality& line) {
  Effort effort;
  for (const blueprint::NextLeg& leg : program.nexts_of(line)) {
    effort.firings += static_cast<double>(leg.firings);
  }
  effort.messages = effort.firings * messages_of(program, line);
  return effort;
}

/// "about 3 minutes", "about 16 years".
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
      return fmt::format("about {:.0f} {}", seconds / unit.seconds, unit.name);
    }
  }
  return "about a minute";
}

/// "1,000,000" or "10^15".
std::string large_number(double number) {
  constexpr double kMostDigits = 1e9;
  if (number < kMostDigits) {
    return format_count(static_cast<std::uint64_t>(std::llround(number)));
  }
  const double exponent = std::floor(std::log10(number) + 1e-12);
  const double digits = number / std::pow(10.0, exponent);
  return std::abs(digits - 1) < 0.005 ? fmt::format("10^{:.0f}", exponent)
                                      : fmt::format("{:.3g}·10^{:.0f}", digits, exponent);
}

}  // namespace

std::string long_prediction_note(const blueprint::Program& program) {
  std::vector<Effort> of_line(program.definitions.size());  // in all processes
  for (std::uint32_t process = 0; process < program.process_count(); ++process) {
    for (const std::uint32_t unit : program.units_of(program.plan(ProcessId{process}))) {
      for (const std::uint32_t at : program.functionalities_of(program.units[unit])) {
        const blueprint::Functionality& line = program.functionalities[at];
        const Effort effort = effort_of(program, line);
        of_line[line.definition].firings += effort.firings;
        of_line[line.definition].messages += effort.messages;
      }
    }
  }
  const auto steps = [](const Effort& effort) { return effort.firings + effort.messages; };
  std::uint32_t longest = 0;
  for (std::uint32_t line = 1; line < of_line.size(); ++line) {
    longest = steps(of_line[line]) > steps(of_line[longest]) ? line : longest;
  }
  const double seconds = of_line.empty() ? 0 : steps(of_line[longest]) / kStepsPerSecond;
  if (seconds < kLongSeconds) {
    return "";
  }
  const blueprint::Definition& line = program.definitions[longest];
  const Effort& effort = of_line[longest];
  return fmt::format(
      "this prediction may take {}: by line {}, {} fires {}{}; Ctrl-C ends it with what was "
      "predicted until then, --for TIME at an instant of the program, --timeout TIME after a real "
      "time",
      rough_time(seconds), line.tag_span.line, printable(line.tag),
      large_number(effort.firings) + (effort.firings == 1 ? " time" : " times"),
      effort.messages > 0 ? " and sends " + large_number(effort.messages) + " messages" : "");
}

}  // namespace dps::commands
