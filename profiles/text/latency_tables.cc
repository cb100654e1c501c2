#include "profiles/text/latency_tables.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
#include "base/text/grid.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/call_name.h"
#include "profiles/latency_figures.h"

namespace dps::profiles {
namespace {

using statistics::Histogram;
using statistics::Latencies;

constexpr std::size_t kLatencyNameWidth = 19;
constexpr std::size_t kCountWidth = 11;
constexpr std::size_t kFigureWidth = 10;

/// The words of tables and their legend for blueprints, or for MPI programs.
struct Words {
  std::string_view used;
  std::string_view functionality;
  std::string_view firings;
  std::string_view messages;   ///< the meaning of the time of a message
  std::string_view unclaimed;  ///< that of "unclaimed"
  std::string_view left_out;   ///< the rows that are left out
};

constexpr Words kBlueprintWords{
    "used",
    "functionality",
    "firings",
    "Messages: from the start of the send to the firing that uses the message first; under way "
    "until the arrival, queued until it is taken, then kept. Timers do not count. ",
    "Unclaimed: messages that no firing had used when their process ended; max: the longest "
    "time from the start of a send until then. ",
    "Functionalities"};

constexpr Words kMpiWords{
    "received",
    "call",
    "calls",
    "Messages: from the start of the send to the end of the call that completes the receive. ",
    "Unclaimed: messages that no call had received when their process ended; max: the longest "
    "time from the start of a send until then. ",
    "Calls"};

text::Grid table_of(std::string_view what, std::string_view count) {
  std::vector<text::GridColumn> columns{
      text::fixed_column(std::string(what), kLatencyNameWidth, text::Align::kLeft),
      text::fixed_column(std::string(count), kCountWidth)};
  for (const LatencyFigure& figure : latency_figures()) {
    columns.push_back(text::fixed_column(figure.heading, kFigureWidth));
  }
  return text::Grid(std::move(columns));
}

void add_row(std::string_view name, const Histogram& histogram, const Latencies& of,
             text::Grid& table) {
  std::vector<std::string> cells{text::shortened(name, kLatencyNameWidth),
                                 format_count(histogram.count())};
  for (const LatencyFigure& figure : latency_figures()) {
    cells.push_back(text::time_text(of.seconds(figure.ticks(histogram))));
  }
  table.add(std::move(cells));
}

/// Adds the parts of a type, unless one of them is all of it.
void add_parts(const statistics::MessageTimes& times, const Latencies& of, text::Grid& table) {
  if (times.total == times.under_way || times.total == times.queued ||
      times.total == times.unknown) {
    return;
  }
  const auto add = [&](std::string_view name, const Histogram& part) {
    if (!part.empty()) {
      add_row(name, part, of, table);
    }
  };
  add("  under way", times.under_way);
  add("  queued", times.queued);
  if (times.kept.max() > 0) {
    add("  kept", times.kept);
  }
  add("  unknown split", times.unknown);
}

/// Adds the number of messages that were not used; in the column of the maximum their longest wait.
void add_unclaimed(std::string_view name, const statistics::UnclaimedMessages& unclaimed,
                   const Latencies& of, text::Grid& table) {
  std::vector<std::string> cells{text::shortened(name, kLatencyNameWidth),
                                 format_count(unclaimed.count)};
  cells.resize(cells.size() + latency_figures().size() - 1);
  cells.push_back(text::time_text(of.seconds(static_cast<double>(unclaimed.longest))));
  table.add(std::move(cells));
}

text::Grid message_table(const Latencies& of, const Words& words) {
  text::Grid table = table_of("message", words.used);
  for (const statistics::MessageLatency& row : of.messages) {
    const statistics::MessageTimes& times = row.times;
    if (times.total.empty()) {
      add_unclaimed(printable(row.mtag) + " unclaimed", times.unclaimed, of, table);
      continue;
    }
    add_row(printable(row.mtag), times.total, of, table);
    add_parts(times, of, table);
    if (times.unclaimed.count > 0) {
      add_unclaimed("  unclaimed", times.unclaimed, of, table);
    }
  }
  return table;
}

text::Grid functionality_table(const Latencies& of, const Words& words) {
  text::Grid table = table_of(words.functionality, words.firings);
  std::string last_unit;
  for (const statistics::FunctionalityLatency& row : of.functionalities) {
    if (row.real.max() == 0) {
      continue;
    }
    const std::string unit = printable(row.ptag) + ' ' + printable(row.futag);
    if (unit != last_unit) {
      table.add({unit});
    }
    add_row("  " + text::shortened(printable(short_call_name(row.ftag)), kLatencyNameWidth - 2),
            row.real, of, table);
    last_unit = unit;
  }
  return table;
}

text::Grid request_table(const Latencies& of) {
  text::Grid table = table_of("Ages of requests", "requests");
  std::string last_unit;
  for (const statistics::RequestLatency& row : of.requests) {
    const std::string unit = printable(row.ptag) + ' ' + printable(row.futag);
    if (unit != last_unit) {
      table.add({unit});
    }
    last_unit = unit;
    const std::string name = "  " + text::shortened(printable(row.ftag), kLatencyNameWidth - 2);
    if (!row.age.empty()) {
      add_row(name, row.age, of, table);
    }
    if (row.begun > 0) {
      table.add({row.age.empty() ? name + " begins" : "  " + std::string("begun"),
                 format_count(row.begun)});
    }
  }
  return table;
}

text::Grid window_table(const Latencies& of) {
  text::Grid table = table_of("Waits for answers", "messages");
  std::string last_group;
  for (const statistics::WindowLatency& row : of.windows) {
    const std::string group = printable(row.ptag);
    if (group != last_group) {
      table.add({group});
    }
    last_group = group;
    const std::string name = "  " + text::shortened(printable(row.otag), kLatencyNameWidth - 2);
    if (row.waited.empty()) {
      table.add({name, format_count(0)});
    } else {
      add_row(name, row.waited, of, table);
    }
    table.add({"  longest queue", format_count(row.longest_queue)});
  }
  return table;
}

/// "Sum.o: allreduce of 16 members, rabenseifner", then its parts.
text::Grid collective_table(const Latencies& of) {
  text::Grid table = table_of("Collective operations", "number");
  for (const statistics::CollectiveLatency& row : of.collectives) {
    table.add(
        {fmt::format("{}: {} of {}, {}", printable(row.otag), printable(row.operation),
                     counted(row.members, "member"), printable(text::joined(row.alg, ", ")))});
    table.add({"  operations", format_count(row.operations)});
    const auto add = [&](std::string_view name, const Histogram& part) {
      if (!part.empty()) {
        add_row(name, part, of, table);
      }
    };
    add("  total", row.total);
    add("  skew", row.skew);
    add("  rest", row.rest);
  }
  return table;
}

/// The remark that latencies are missing; "" if none are.
std::string incompleteness(const MergedLatencies& latencies) {
  const std::uint64_t left_out = latencies.of.left_out;
  if (left_out == 0) {
    return "";
  }
  return text::wrapped(
      "",
      latencies.is_mpi_program
          ? fmt::format("INCOMPLETE: {} not recorded: latencies of their calls and messages are "
                        "missing.",
                        counted(left_out, "event was", "events were"))
          : fmt::format("INCOMPLETE: the limit of recorded events left out {}, and with them "
                        "messages and firings; --trace-limit raises the limit.",
                        counted(left_out, "event")));
}

/// The runs, the meaning of a latency, and the error of quantiles.
std::string legend(const MergedLatencies& latencies, const Words& words) {
  std::string text = latencies.runs > 1 ? fmt::format("Over {} runs. ", latencies.runs) : "";
  if (latencies.of.from > 0) {
    const double from_s = latencies.of.seconds(static_cast<double>(latencies.of.from));
    text += fmt::format("Uses and firings before {} do not count. ", text::time_text(from_s));
  }
  const auto& rows = latencies.of.messages;
  if (!rows.empty()) {
    text += words.messages;
  }
  if (latencies.is_mpi_program && std::any_of(rows.begin(), rows.end(), [](const auto& row) {
        return !row.times.under_way.empty();
      })) {
    text += "Parts: under way until the arrival, then queued. ";
  }
  if (std::any_of(rows.begin(), rows.end(),
                  [](const auto& row) { return row.times.unclaimed.count > 0; })) {
    text += words.unclaimed;
  }
  if (!latencies.of.requests.empty()) {
    text += "Ages: from the start of the request to the firing. ";
  }
  if (!latencies.of.windows.empty()) {
    text +=
        "Waits: the time for which -window holds a message in its sender; 0 if it could be sent at "
        "once. ";
  }
  if (!latencies.of.collectives.empty()) {
    text +=
        "Operations: total, for each member, from its contribution until it takes the completion; "
        "skew, from the first contribution to the last; rest, from there to the last completion. ";
  }
  return text::wrapped(
      "", fmt::format("{}{} that took no time are left out. Quantiles are within 1%.", text,
                      words.left_out));
}

}  // namespace

std::string latency_tables(const MergedLatencies& latencies, bool color) {
  const Words& words = latencies.is_mpi_program ? kMpiWords : kBlueprintWords;
  std::string text;
  for (const text::Grid& table :
       {message_table(latencies.of, words), functionality_table(latencies.of, words),
        request_table(latencies.of), window_table(latencies.of), collective_table(latencies.of)}) {
    text += table.empty() ? "" : "\n" + table.text(color);
  }
  text += text.empty() ? "" : legend(latencies, words);
  const std::string missing = incompleteness(latencies);
  return (text.empty() && !missing.empty() ? "\n" : "") + text + missing;
}

}  // namespace dps::profiles
