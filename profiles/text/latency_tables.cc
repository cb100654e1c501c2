#include "profiles/text/latency_tables.h"

#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/figures.h"
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

std::string heading_of(std::string_view what, std::string_view count) {
  std::string text =
      text::left_aligned(what, kLatencyNameWidth) + text::right_aligned(count, kCountWidth);
  for (const LatencyFigure& figure : latency_figures()) {
    text += text::right_aligned(figure.heading, kFigureWidth);
  }
  return text;
}

std::string row_of(std::string_view name, const Histogram& histogram, const Latencies& of) {
  std::string text =
      text::left_aligned(text::shortened(name, kLatencyNameWidth), kLatencyNameWidth) +
      text::right_aligned(format_count(histogram.count()), kCountWidth);
  for (const LatencyFigure& figure : latency_figures()) {
    text += text::right_aligned(text::time_text(of.seconds(figure.ticks(histogram))), kFigureWidth);
  }
  return text + '\n';
}

/// The parts of a type; "" if one of them is all of it.
std::string part_rows(const statistics::MessageTimes& times, const Latencies& of) {
  if (times.total == times.under_way || times.total == times.queued) {
    return "";
  }
  std::string text;
  text += times.under_way.empty() ? "" : row_of("  under way", times.under_way, of);
  text += times.queued.empty() ? "" : row_of("  queued", times.queued, of);
  text += times.unknown.empty() ? "" : row_of("  unknown split", times.unknown, of);
  return text;
}

std::string message_rows(const Latencies& of) {
  std::string text;
  for (const statistics::MessageLatency& row : of.messages) {
    text += row_of(printable(row.mtag), row.times.total, of) + part_rows(row.times, of);
  }
  return text;
}

std::string functionality_rows(const Latencies& of) {
  std::string text;
  std::string last_unit;
  for (const statistics::FunctionalityLatency& row : of.functionalities) {
    if (row.real.max() == 0) {
      continue;
    }
    const std::string unit = printable(row.ptag) + ' ' + printable(row.futag) + '\n';
    text += unit == last_unit ? "" : unit;
    text +=
        row_of("  " + text::shortened(printable(short_call_name(row.ftag)), kLatencyNameWidth - 2),
               row.real, of);
    last_unit = unit;
  }
  return text;
}

/// That latencies are missing; "" if none are.
std::string incompleteness(const Latencies& of) {
  return of.left_out == 0
             ? ""
             : text::wrapped(
                   "", fmt::format("INCOMPLETE: the limit of recorded events left out {}, and "
                                   "with them messages and firings; --trace-limit raises it.",
                                   counted(of.left_out, "event")));
}

/// The runs, the meaning of a latency, and the error of quantiles.
std::string legend(const MergedLatencies& latencies) {
  std::string text = latencies.runs > 1 ? fmt::format("Over {} runs. ", latencies.runs) : "";
  if (!latencies.of.messages.empty()) {
    text +=
        "Messages: from the begin of the send to the end of the take; under way until the "
        "arrival. Timers do not count. ";
  }
  return text::wrapped("", text +
                               "Functionalities that took no time are left out. Quantiles are "
                               "within 1%.");
}

}  // namespace

std::string latency_tables(const MergedLatencies& latencies, bool color) {
  std::string text;
  const auto add = [&](std::string_view what, std::string_view count, const std::string& rows) {
    if (!rows.empty()) {
      const std::string heading = heading_of(what, count);
      text += color ? fmt::format("\n\x1b[1m{}\x1b[0m\n{}", heading, rows)
                    : fmt::format("\n{}\n{}", heading, rows);
    }
  };
  add("message", "taken", message_rows(latencies.of));
  add("functionality", "firings", functionality_rows(latencies.of));
  text += text.empty() ? "" : legend(latencies);
  const std::string missing = incompleteness(latencies.of);
  return (text.empty() && !missing.empty() ? "\n" : "") + text + missing;
}

}  // namespace dps::profiles
