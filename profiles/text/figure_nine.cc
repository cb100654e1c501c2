#include "profiles/text/figure_nine.h"

#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/result_fields.h"

namespace dps::profiles {
namespace {

std::string text_of(double seconds) {
  return format_time(Seconds(seconds));
}

std::string text_of(std::uint64_t count) {
  return std::to_string(count);
}

/// A figure with its noun: "1 message", "2 messages", "3 / 4 / 5 messages".
std::string with_noun(const std::string& figure, std::string_view noun) {
  return fmt::format("{} {}{}", figure, noun, figure == "1" ? "" : "s");
}

/// The figure of a single process, or its minimum, median and maximum over the clones.
template <typename Row, typename Value>
std::string figure(const Clones<Row>& clones, Value Row::*member) {
  const auto spread = spread_of(clones, [&](const Row& row) { return row.*member; });
  const std::string min = text_of(spread.min);
  const std::string max = text_of(spread.max);
  return min == max ? min : fmt::format("{} / {} / {}", min, text_of(spread.median), max);
}

/// The figure of a count over the rows that have it; "-" if there are none.
template <typename Row>
std::string count_figure(const Clones<Row>& clones, std::string_view key,
                         std::uint64_t Row::*member) {
  if constexpr (requires(const Row& row) { row.counted; }) {
    Clones<Row> known;
    for (const Row* clone : clones) {
      if (is_known_count(clone->counted, key)) {
        known.push_back(clone);
      }
    }
    return known.empty() ? "-" : figure(known, member);
  } else {
    return figure(clones, member);
  }
}

template <typename Row>
std::string cpu_line(std::string_view indent, const Clones<Row>& clones) {
  return fmt::format("{}CPU Time: {} user, {} sys, {} real.\n", indent,
                     figure(clones, &Row::user_s), figure(clones, &Row::sys_s),
                     figure(clones, &Row::real_s));
}

template <typename Row>
std::string traffic_lines(std::string_view indent, const Clones<Row>& clones) {
  return fmt::format(
      "{}Received a total of {} in {}\n"
      "{}Sent a total of {} in {}\n",
      indent, with_noun(count_figure(clones, "bytes_in", &Row::bytes_in), "byte"),
      with_noun(count_figure(clones, "msgs_in", &Row::msgs_in), "message"), indent,
      with_noun(count_figure(clones, "bytes_out", &Row::bytes_out), "byte"),
      with_noun(count_figure(clones, "msgs_out", &Row::msgs_out), "message"));
}

/// The units, or functionalities, of a group of clones that have the same tag.
template <typename Row>
struct Tagged {
  std::string tag;
  Clones<Row> clones;
};

/// Groups the units, or functionalities, of `parents` by tag, in the order of first appearance.
template <typename Parent, typename Row>
std::vector<Tagged<Row>> parts_of(const Clones<Parent>& parents, std::vector<Row> Parent::*list,
                                  std::string Row::*tag) {
  std::vector<Tagged<Row>> parts;
  std::unordered_map<std::string_view, std::size_t> positions;
  for (const Parent* parent : parents) {
    for (const Row& row : parent->*list) {
      const auto [place, is_new] = positions.try_emplace(row.*tag, parts.size());
      if (is_new) {
        parts.push_back({printable(row.*tag), {}});
      }
      parts[place->second].clones.push_back(&row);
    }
  }
  return parts;
}

template <typename Row>
std::string tags_line(std::string_view indent, std::string_view one, std::string_view more,
                      const std::vector<Tagged<Row>>& parts) {
  std::vector<std::string> tags;
  tags.reserve(parts.size());
  for (const Tagged<Row>& part : parts) {
    tags.push_back(part.tag);
  }
  return text::wrapped(
      fmt::format("{}{} {}: ", indent, parts.size(), parts.size() == 1 ? one : more),
      text::joined(tags, ", "));
}

/// " (in 3 of 64)" if not all clones have the part.
std::string coverage(std::size_t some, std::size_t all) {
  return some == all ? "" : fmt::format(" (in {} of {})", some, all);
}

std::string functionality_lines(const Clones<UnitProfile>& units) {
  const auto parts = parts_of(units, &UnitProfile::functionalities, &FunctionalityProfile::ftag);
  std::string text = tags_line("    ", "Functionality", "Functionalities", parts);
  for (std::size_t f = 0; f < parts.size(); ++f) {
    const auto& clones = parts[f].clones;
    text += fmt::format("    Functionality {}: {}{}\n", f, parts[f].tag,
                        coverage(clones.size(), units.size()));
    text += fmt::format("      Triggered {}.\n",
                        with_noun(figure(clones, &FunctionalityProfile::triggered), "time"));
    text += cpu_line("      ", clones);
  }
  return text;
}

std::string unit_lines(const Clones<ProcessProfile>& processes, Level level) {
  const auto parts = parts_of(processes, &ProcessProfile::units, &UnitProfile::futag);
  std::string text = tags_line("  ", "Functional Unit", "Functional Units", parts);
  for (std::size_t fu = 0; fu < parts.size(); ++fu) {
    const auto& clones = parts[fu].clones;
    text += fmt::format("  Functional Unit {}: {}{}\n", fu, parts[fu].tag,
                        coverage(clones.size(), processes.size()));
    text += fmt::format("    Became active {}.\n",
                        with_noun(figure(clones, &UnitProfile::active), "time"));
    text += traffic_lines("    ", clones);
    text += cpu_line("    ", clones);
    if (level == Level::kFunctionality) {
      text += functionality_lines(clones);
    }
  }
  return text;
}

/// The heading of a process, with its number in the run unless other processes are left out.
std::string heading(const ProcessRow& row, bool has_all) {
  if (!row.is_group()) {
    const std::string& host = row.members.front()->host;
    const std::string where = host.empty() ? "" : fmt::format(" on {}", printable(host));
    return has_all ? fmt::format("Process {}: {}{}", row.first, row.name, where)
                   : fmt::format("Process {}{}", row.name, where);
  }
  const std::size_t last = row.first + row.members.size() - 1;
  return has_all ? fmt::format("Processes {}-{}: {}, each min / median / max", row.first, last,
                               row.name)
                 : fmt::format("Processes {}, each min / median / max", row.name);
}

}  // namespace

std::string figure_nine(const std::vector<ProcessRow>& rows, Level level,
                        std::uint64_t processes_of_run, const std::string& bold,
                        const std::string& plain) {
  std::vector<std::string> names;
  std::size_t processes = 0;
  for (const ProcessRow& row : rows) {
    names.push_back(row.name);
    processes += row.members.size();
  }
  const bool has_all = processes == processes_of_run;
  const std::string counts =
      has_all ? fmt::to_string(processes) : fmt::format("{} of {}", processes, processes_of_run);
  std::string text =
      text::wrapped(fmt::format("{} Process{}: ", counts, processes_of_run == 1 ? "" : "es"),
                    text::joined(names, ", "));
  for (const ProcessRow& row : rows) {
    text += fmt::format("\n{}{}{}\n", bold, heading(row, has_all), plain);
    text += cpu_line("  ", row.members);
    text += traffic_lines("  ", row.members);
    if (level != Level::kProcess) {
      text += unit_lines(row.members, level);
    }
  }
  return text;
}

}  // namespace dps::profiles
