// The text of the summary of a trace.
#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/grid.h"
#include "base/units.h"
#include "profiles/traces/summary.h"

namespace dps::traces {
namespace {

constexpr std::size_t kMostRows = 10;

std::string time_of(double seconds) {
  return format_time(Seconds(seconds));
}

std::string title(const Trace& trace) {
  const TraceHead& head = trace.head();
  const bool is_run = head.kind == TraceKind::kRun;
  return fmt::format("{}: the events of a {} of {}{}, seed {}, run {}\n", printable(trace.name()),
                     is_run ? "run" : "prediction", printable(head.blueprint),
                     is_run ? "" : " on " + printable(head.machine), head.seed, head.run);
}

std::string extent(const TraceHead& head, const Summary& of) {
  return fmt::format("{} from {} to {}: {} on {}\n", counted(head.event_count(), "event"),
                     time_of(of.begin_s), time_of(of.end_s),
                     counted(head.processes.size(), "process", "processes"),
                     counted(head.hosts.size(), "host"));
}

std::string counts(const TraceHead& head, const Summary& of) {
  const std::string computations = counted(of.computations, "computation");
  std::string text =
      head.is_mpi_program()
          ? fmt::format("{}, {}, {}\n", counted(of.units, "phase of a rank", "phases of ranks"),
                        counted(of.firings, "call"), computations)
          : fmt::format("{} of units, {} of functionalities, {}\n", counted(of.units, "activation"),
                        counted(of.firings, "firing"), computations);
  text += fmt::format("{} sent ({}), {} taken, {} of these after a wait, {} late\n",
                      counted(of.sent, "message"), format_size(of.bytes), format_count(of.taken),
                      format_count(of.waits), format_count(of.late));
  if (of.timers > 0) {
    text += fmt::format("{} set\n", counted(of.timers, "timer"));
  }
  return text;
}

std::string name_of_row(const TraceHead& head, const FunctionalitySummary& row) {
  const Group& group = head.groups[row.group];
  return printable(fmt::format("{}{} {} {}", head.lines[group.line].tag,
                               group.count > 1 ? fmt::format(" ×{}", group.count) : "",
                               head.lines[row.unit_line].tag, head.lines[row.line].tag));
}

std::string functionalities(const TraceHead& head, const Summary& of) {
  if (of.functionalities.empty()) {
    return "";
  }
  const std::size_t shown = std::min(kMostRows, of.functionalities.size());
  constexpr std::size_t kWidth = 10;
  const bool is_mpi = head.is_mpi_program();
  std::vector<text::GridColumn> columns{{is_mpi ? "call" : "functionality", text::Align::kLeft}};
  for (const char* heading : {is_mpi ? "calls" : "firings", "total", "mean", "longest"}) {
    columns.push_back(text::fixed_column(heading, kWidth, text::Align::kRight, 1));
  }
  columns.push_back({"", text::Align::kLeft, 0, text::GridColumn::kAnyWidth, 1});
  text::Grid grid(std::move(columns));
  for (std::size_t i = 0; i < shown; ++i) {
    const FunctionalitySummary& row = of.functionalities[i];
    grid.add({name_of_row(head, row), format_count(row.firings), time_of(row.total_s),
              time_of(row.total_s / static_cast<double>(row.firings)), time_of(row.longest_s),
              fmt::format("in {} at {}", printable(head.process_name(row.longest_process)),
                          time_of(row.longest_at_s))});
  }
  std::string text = "\n" + grid.text();
  if (const std::size_t more = of.functionalities.size() - shown; more > 0) {
    text += fmt::format("and {} more\n", format_count(more));
  }
  return text;
}

}  // namespace

std::string left_out_text(const TraceHead& head) {
  std::uint64_t before = 0;
  std::uint64_t after = 0;
  std::uint64_t processes = 0;
  for (const TracedProcess& process : head.processes) {
    before += process.left_out_before;
    after += process.left_out_after;
    processes += process.is_complete() ? 0 : 1;
  }
  if (processes == 0) {
    return "";
  }
  const bool has_window = head.limits.from != 0 || head.limits.to != kNoEnd;
  return fmt::format("{} before and {} after the recorded ones, of {} ({} {} of each process{})",
                     counted(before, "event"), format_count(after),
                     counted(processes, "process", "processes"),
                     head.limits.keep == Keep::kFirst ? "the first" : "the last",
                     format_count(head.limits.events), has_window ? ", in the window" : "");
}

std::string summary_text(const Trace& trace, const Summary& summary) {
  const TraceHead& head = trace.head();
  std::string text = title(trace) + extent(head, summary) + counts(head, summary);
  if (!head.complete) {
    text += fmt::format("not complete: {}\n", printable(head.reason));
  }
  if (head.violations > 0) {
    text += fmt::format("{} before their sends begin, by up to {}: the clocks differ\n",
                        counted(head.violations, "message arrives", "messages arrive"),
                        time_of(head.seconds(head.largest_violation)));
  }
  text += functionalities(head, summary);
  if (const std::string left_out = left_out_text(head); !left_out.empty()) {
    text += "\nleft out: " + left_out + "\n";
  }
  return text;
}

}  // namespace dps::traces
