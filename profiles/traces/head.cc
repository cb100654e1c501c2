#include "profiles/traces/head.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/check.h"

namespace dps::traces {

Limits Limits::shared_by(std::size_t processes) const {
  const std::uint64_t share =
      std::max<std::uint64_t>(1, kMostEvents / std::max<std::size_t>(1, processes));
  Limits limits = *this;
  limits.events = std::min(events, share);
  return limits;
}

Ticks TraceHost::drift(Ticks time) const {
  return static_cast<Ticks>(std::llround(rate * static_cast<double>(time)));
}

namespace {

constexpr char kThreads = 'T';

/// The name of a member of a group.
std::string name_in(const Line& line, std::uint32_t position) {
  return line.section == kThreads ? fmt::format("{}:{}", line.tag, position + 1)
                                  : fmt::format("{}[{}]", line.tag, position);
}

}  // namespace

std::vector<std::uint32_t> TraceHead::main_processes() const {
  std::vector<std::uint32_t> of;
  of.reserve(processes.size());
  for (const Group& group : groups) {
    const Line& line = lines[group.line];
    for (std::uint32_t i = 0; i < group.count; ++i) {
      const auto own = static_cast<std::uint32_t>(of.size());
      of.push_back(line.section == kThreads ? line.number : own);
    }
  }
  return of;
}

std::vector<std::uint32_t> TraceHead::process_groups() const {
  std::vector<std::uint32_t> of;
  of.reserve(processes.size());
  for (std::uint32_t group = 0; group < groups.size(); ++group) {
    of.insert(of.end(), groups[group].count, group);
  }
  return of;
}

std::vector<std::string> TraceHead::process_names() const {
  std::vector<std::string> names;
  names.reserve(processes.size());
  for (const Group& group : groups) {
    for (std::uint32_t i = 0; i < group.count; ++i) {
      names.push_back(name_in(lines[group.line], i));
    }
  }
  return names;
}

std::string TraceHead::request_name(const Request& request) const {
  return process_name(request.origin) + " " + std::to_string(request.number);
}

std::string TraceHead::process_name(std::uint32_t process) const {
  for (const Group& group : groups) {
    if (process < group.count) {
      return name_in(lines[group.line], process);
    }
    process -= group.count;
  }
  DPS_CHECK(false && "a process of the trace");
  return "";
}

const Line& TraceHead::unit_line(std::uint32_t process, std::uint32_t position) const {
  return lines[plans[processes[process].plan].units[position].line];
}

std::uint32_t TraceHead::unit_of(std::uint32_t process, std::uint32_t row) const {
  const auto& units = plans[processes[process].plan].units;
  const auto after = std::upper_bound(
      units.begin(), units.end(), row,
      [](std::uint32_t at, const PlannedUnit& planned) { return at < planned.first; });
  return static_cast<std::uint32_t>(after - units.begin()) - 1;
}

bool TraceHead::has_all_events() const {
  return std::all_of(processes.begin(), processes.end(),
                     [](const TracedProcess& process) { return process.is_complete(); });
}

bool TraceHead::has_reached_limit() const {
  return std::any_of(processes.begin(), processes.end(), [&](const TracedProcess& process) {
    return !process.is_complete() && process.events >= limits.events;
  });
}

std::uint64_t TraceHead::missing_events() const {
  const bool has_window = limits.from != 0 || limits.to != kNoEnd;
  std::uint64_t missing = 0;
  for (const TracedProcess& process : processes) {
    if (!has_window || process.events >= limits.events) {
      missing += process.left_out_before + process.left_out_after;
    }
  }
  return missing;
}

std::uint64_t TraceHead::event_count() const {
  std::uint64_t count = 0;
  for (const TracedProcess& process : processes) {
    count += process.events;
  }
  return count;
}

}  // namespace dps::traces
