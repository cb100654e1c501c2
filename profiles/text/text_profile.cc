#include "profiles/text/text_profile.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/latency_figures.h"
#include "profiles/result.h"
#include "profiles/result_fields.h"
#include "profiles/run_totals.h"
#include "profiles/statistics.h"
#include "profiles/text/computing_table.h"
#include "profiles/text/figure_nine.h"
#include "profiles/text/latency_tables.h"
#include "profiles/text/process_table.h"
#include "profiles/text/site_table.h"
#include "profiles/text/slow_lines.h"
#include "profiles/text/statistics_table.h"
#include "profiles/text/wait_table.h"
#include "profiles/text/why_lines.h"
#include "profiles/view.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostTrafficNamed = 5;

/// "INCOMPLETE: REASON". The reason is the first note (docs/result.md).
std::string incomplete_lines(const RunResult& result, const TextOptions& options) {
  const std::string reason =
      result.notes.empty() ? "no reason was recorded" : printable(result.notes.front());
  const std::string text = text::wrapped("INCOMPLETE: ", reason);
  return options.color ? "\x1b[1m" + text.substr(0, text.size() - 1) + "\x1b[0m\n" : text;
}

std::string variables_lines(std::vector<std::pair<std::string, double>> variables) {
  std::vector<std::string> settings;
  settings.reserve(variables.size());
  std::sort(variables.begin(), variables.end());
  for (const auto& [name, value] : variables) {
    settings.push_back(fmt::format("{} = {}", printable(name), value));
  }
  return settings.empty() ? "" : text::wrapped("with ", text::joined(settings, ", "));
}

std::string title_line(const RunResult& result, const RunTotals* totals) {
  std::string_view what = result.kind == "predict" ? "prediction" : "run";
  std::string text = fmt::format("{}: {}", printable(result.blueprint.path), what);
  if (totals != nullptr) {
    text += " of " + counted(totals->processes, "process", "processes");
    text += totals->hosts == 0 ? "" : " on " + counted(totals->hosts, "host");
  }
  return text::wrapped("", text);
}

std::string makespan_line(double makespan_s, const RunTotals& totals) {
  const std::string messages = is_known_count(totals.counted, "msgs_out")
                                   ? counted(totals.msgs_out, "message")
                                   : "- messages";
  const std::string bytes =
      is_known_count(totals.counted, "bytes_out") ? counted(totals.bytes_out, "byte") : "- bytes";
  return fmt::format("makespan {}; {} with {} sent\n", text::time_text(makespan_s), messages,
                     bytes);
}

std::string runs_lines(const RunResult& result) {
  std::vector<double> makespans;
  for (const RunProfile& run : result.runs) {
    if (is_known(run.makespan_s)) {
      makespans.push_back(run.makespan_s);
    }
  }
  const Statistics of = statistics_of(makespans);
  return text::wrapped(
      "", fmt::format("{} runs: makespan median {}, min {}, max {}; mean {} ± {} "
                      "(95% interval); run {} is shown below",
                      of.count, text::time_text(of.median), text::time_text(of.min),
                      text::time_text(of.max), text::time_text(of.mean),
                      text::time_text(of.half_width.value_or(0)), shown_run(result) + 1));
}

/// ": Val.m to Master.p (4), …": the late messages, grouped by type and by the clone group of the
/// receiver. `total` includes messages whose rows have been left out.
std::string named_late(const RunProfile& run, std::uint64_t total) {
  struct Row {
    std::string_view mtag, receivers;
    std::uint64_t messages;
  };
  std::vector<Row> rows;  // in the order of the messages
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> positions;
  for (const MessageProfile& message : run.messages) {
    if (message.late == 0) {
      continue;
    }
    const std::pair key(std::string_view(message.mtag), clone_group(message.receiver));
    const auto [position, is_new] = positions.try_emplace(key, rows.size());
    if (is_new) {
      rows.push_back({key.first, key.second, 0});
    }
    rows[position->second].messages += message.late;
    total -= std::min(total, message.late);
  }
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows.size() && i < kMostTrafficNamed; ++i) {
    names.push_back(fmt::format("{} to {} ({})", printable(rows[i].mtag),
                                printable(rows[i].receivers), format_count(rows[i].messages)));
  }
  if (rows.size() > kMostTrafficNamed) {
    names.push_back(fmt::format("and {} more", rows.size() - kMostTrafficNamed));
  }
  if (!names.empty() && total > 0) {
    names.push_back(fmt::format("others ({})", format_count(total)));
  }
  return names.empty() ? "" : ": " + text::joined(names, ", ");
}

/// Lists the messages that arrived too late; "" if there are none. Notes list the unclaimed ones.
std::string late_messages_line(const RunProfile& run, const RunTotals& totals) {
  return totals.late_msgs == 0 || run.mpi  // whose notes count them
             ? ""
             : text::wrapped("", fmt::format("{} arrived late, after the receiver was complete{}",
                                             counted(totals.late_msgs, "message"),
                                             named_late(run, totals.late_msgs)));
}

/// Lists the notes, without the first one of an incomplete result (incomplete_lines()).
std::string note_lines(const RunResult& result) {
  std::string text;
  for (std::size_t i = result.complete ? 0 : 1; i < result.notes.size(); ++i) {
    text += text::wrapped("- ", printable(result.notes[i]));
  }
  return text.empty() ? "" : "\nNotes:\n" + text;
}

std::string run_lines(const RunResult& result, const RunProfile& run, const RunTotals& totals,
                      const TextOptions& options) {
  const std::string bold = options.color ? "\x1b[1m" : "";
  const std::string plain = options.color ? "\x1b[0m" : "";
  const auto rows = rows_of(run, options.list_clones);
  std::string text = makespan_line(run.makespan_s, totals);
  text += result.runs.size() > 1 ? runs_lines(result) : "";
  const bool with_sleep = knows_sleep(rows);
  text += '\n' + summary_table(rows, run.makespan_s).text(options.color) + '\n';
  text += summary_legend(totals, run.makespan_s, with_sleep) + late_messages_line(run, totals);
  text += run.mpi ? "" : wait_table(rows, run, options.color);
  if (result.runs.size() > 1) {
    text += '\n' + statistics_table(result, rows).text(options.color);
    text += "Means over the runs; ± is the 95% interval of the mean real time.\n";
  }
  if (const auto latencies = merged_latencies(result)) {
    text += latency_tables(*latencies, options.color);
  }
  text += result.why ? '\n' + why_lines(*result.why, run.makespan_s) : "";
  text += result.slow ? '\n' + slow_lines(*result.slow) : "";
  text += '\n' + figure_nine(rows, result.level, totals.processes, bold, plain);
  if (run.mpi && !run.mpi->sites.empty()) {
    text += '\n' + site_table(run, options.most_sites, options.color);
  }
  if (run.mpi && !run.mpi->computing.empty()) {
    text += '\n' + computing_table(run, options.most_sites, options.color);
  }
  return text;
}

}  // namespace

std::string text_profile(const RunResult& result, const TextOptions& options) {
  std::string text = result.complete ? "" : incomplete_lines(result, options);
  if (result.runs.empty()) {
    text += title_line(result, nullptr) + variables_lines(result.blueprint.variables);
    return text + "no completed run\n" + note_lines(result);
  }
  const RunProfile& run = result.runs[shown_run(result)];
  const RunTotals totals = totals_of(run);
  text += title_line(result, &totals) + variables_lines(run.variables);
  return text + run_lines(result, run, totals, options) + note_lines(result);
}

}  // namespace dps::profiles
