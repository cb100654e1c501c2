#include "profiles/text_profile.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "profiles/figure_nine.h"
#include "profiles/result.h"
#include "profiles/statistics.h"
#include "profiles/summary_table.h"
#include "profiles/text_layout.h"
#include "profiles/time_scale.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostTrafficNamed = 5;

std::string plural(std::uint64_t count, std::string_view one) {
  return fmt::format("{} {}{}", format_count(count), one, count == 1 ? "" : "s");
}

/// "INCOMPLETE: REASON". The reason is the first note (docs/result.md).
std::string incomplete_lines(const RunResult& result, const TextOptions& options) {
  const std::string reason =
      result.notes.empty() ? "no reason was recorded" : printable(result.notes.front());
  const std::string text = wrapped("INCOMPLETE: ", reason);
  return options.color ? "\x1b[1m" + text.substr(0, text.size() - 1) + "\x1b[0m\n" : text;
}

std::string variables_lines(std::vector<std::pair<std::string, double>> variables) {
  std::vector<std::string> settings;
  settings.reserve(variables.size());
  std::sort(variables.begin(), variables.end());
  for (const auto& [name, value] : variables) {
    settings.push_back(fmt::format("{} = {}", printable(name), value));
  }
  return settings.empty() ? "" : wrapped("with ", joined(settings, ", "));
}

std::string title_line(const RunResult& result, const RunProfile* run) {
  std::string_view what = result.kind == "predict" ? "prediction" : "run";
  std::string text = fmt::format("{}: {}", printable(result.blueprint.path), what);
  if (run != nullptr) {
    std::unordered_set<std::string_view> hosts;
    for (const ProcessProfile& process : run->processes) {
      hosts.insert(process.host);
    }
    hosts.erase("");  // a process that was never placed has no host
    text += fmt::format(" of {} process{}", format_count(run->processes.size()),
                        run->processes.size() == 1 ? "" : "es");
    text += hosts.empty() ? "" : " on " + plural(hosts.size(), "host");
  }
  return wrapped("", text);
}

std::string makespan_line(const RunProfile& run) {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  for (const ProcessProfile& process : run.processes) {
    messages += process.msgs_out;
    bytes += process.bytes_out;
  }
  return fmt::format("makespan {}; {} with {} sent\n", time_text(run.makespan_s),
                     plural(messages, "message"), plural(bytes, "byte"));
}

std::string runs_lines(const RunResult& result) {
  std::vector<double> makespans;
  for (const RunProfile& run : result.runs) {
    makespans.push_back(run.makespan_s);
  }
  const Statistics of = statistics_of(makespans);
  return wrapped("", fmt::format("{} runs: makespan median {}, min {}, max {}; mean {} ± {} "
                                 "(95% interval); run {} is shown below",
                                 of.count, time_text(of.median), time_text(of.min),
                                 time_text(of.max), time_text(of.mean),
                                 time_text(of.half_width.value_or(0)), shown_run(result) + 1));
}

/// ": Val.m to Master.p (4), …": the messages with a nonzero `count`, grouped by type and by the
/// clone group of the receiver.
std::string named_traffic(const RunProfile& run, std::uint64_t MessageProfile::*count,
                          std::string_view preposition) {
  struct Row {
    std::string_view mtag, receivers;
    std::uint64_t messages;
  };
  std::vector<Row> rows;  // in the order of the messages
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> positions;
  for (const MessageProfile& message : run.messages) {
    if (message.*count == 0) {
      continue;
    }
    const std::pair key(std::string_view(message.mtag), clone_group(message.receiver));
    const auto [position, is_new] = positions.try_emplace(key, rows.size());
    if (is_new) {
      rows.push_back({key.first, key.second, 0});
    }
    rows[position->second].messages += message.*count;
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.size() && i < kMostTrafficNamed; ++i) {
    names.push_back(fmt::format("{} {} {} ({})", printable(rows[i].mtag), preposition,
                                printable(rows[i].receivers), format_count(rows[i].messages)));
  }
  if (rows.size() > kMostTrafficNamed) {
    names.push_back(fmt::format("and {} more", rows.size() - kMostTrafficNamed));
  }
  return names.empty() ? "" : ": " + joined(names, ", ");
}

/// Lists the messages that arrived too late or were never used; "" if there are none.
std::string wasted_messages_lines(const RunProfile& run) {
  std::uint64_t late = 0;
  std::uint64_t unclaimed = 0;
  for (const ProcessProfile& process : run.processes) {
    late += process.late_msgs;
    unclaimed += process.unclaimed_msgs;
  }
  std::string text;
  if (late > 0) {
    text += wrapped(
        "", fmt::format("{} arrived late, after the receiver was complete{}",
                        plural(late, "message"), named_traffic(run, &MessageProfile::late, "to")));
  }
  if (unclaimed > 0) {
    text += wrapped("", fmt::format("{} taken but never used{}", plural(unclaimed, "message"),
                                    named_traffic(run, &MessageProfile::unclaimed, "by")));
  }
  return text;
}

/// Lists the notes, without the first one of an incomplete result (incomplete_lines()).
std::string note_lines(const RunResult& result) {
  std::string text;
  for (std::size_t i = result.complete ? 0 : 1; i < result.notes.size(); ++i) {
    text += wrapped("- ", printable(result.notes[i]));
  }
  return text.empty() ? "" : "\nNotes:\n" + text;
}

std::string run_lines(const RunResult& result, const RunProfile& run, const TextOptions& options) {
  const std::string bold = options.color ? "\x1b[1m" : "";
  const std::string plain = options.color ? "\x1b[0m" : "";
  const auto rows = rows_of(run, options.list_clones);
  std::string heading = summary_heading();
  heading.pop_back();
  std::string text = makespan_line(run);
  text += result.runs.size() > 1 ? runs_lines(result) : "";
  text += fmt::format("\n{}{}{}\n", bold, heading, plain);
  text += summary_lines(rows) + '\n' + summary_legend(run) + wasted_messages_lines(run) + '\n';
  return text + figure_nine(rows, result.level, bold, plain);
}

}  // namespace

std::string text_profile(const RunResult& result, const TextOptions& options) {
  const RunProfile* run = result.runs.empty() ? nullptr : &result.runs[shown_run(result)];
  std::string text = result.complete ? "" : incomplete_lines(result, options);
  text += title_line(result, run);
  text += variables_lines(run != nullptr ? run->variables : result.blueprint.variables);
  text += run != nullptr ? run_lines(result, *run, options) : "no completed run\n";
  return text + note_lines(result);
}

}  // namespace dps::profiles
