#include "commands/hosts/hosts_check.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::commands {
namespace {

std::string clock_text(const coordinator::HostClock& clock) {
  const char* sign = clock.offset() < Nanoseconds(0) ? "-" : "+";
  return fmt::format("clock {}{}, within {}", sign, format_time(Seconds(abs(clock.offset()))),
                     format_time(Seconds(clock.error())));
}

std::string line_of(const coordinator::SurveyedHost& host) {
  if (host.trouble.empty() && host.hello) {
    return fmt::format("ok      dps {}, {}, {}, {}", printable(host.hello->version),
                       printable(host.hello->machine), counted(host.hello->cores, "core"),
                       clock_text(host.clock));
  }
  return "FAILED  " + host.trouble +
         (host.next_step.empty() ? std::string() : "\n    next: " + host.next_step);
}

}  // namespace

std::string survey_text(std::span<const coordinator::Host> hosts,
                        std::span<const coordinator::SurveyedHost> surveyed) {
  std::size_t width = 0;
  for (const coordinator::Host& host : hosts) {
    width = std::max(width, host.name.size());
  }
  std::string text;
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    text += fmt::format("{:{}}  {}\n", hosts[i].name, width, line_of(surveyed[i]));
  }
  return text;
}

}  // namespace dps::commands
