// dps trace: summarises a trace, or converts it.
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/cli/command_output.h"
#include "commands/cli/file_kind.h"
#include "commands/commands.h"
#include "commands/tracing/named_why.h"
#include "commands/tracing/trace_outputs.h"
#include "profiles/text/latency_tables.h"
#include "profiles/text/why_lines.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/summary.h"
#include "profiles/traces/trace_file.h"

namespace dps::coordinator {
namespace {

/// The error of opening the trace. A file of another kind is recognised.
std::string error_text(const CommandLine& line, const Error& error) {
  if (error.code == ErrorCode::kInput && line.file != kStandardStream) {
    const auto source = text::load_source(line.file, "trace");
    const std::string other = source ? wrong_kind(*source, FileKind::kTrace) : "";
    return other.empty() ? error.message : other;
  }
  return error.message;
}

ExitStatus convert(const CommandLine& line, const traces::Trace& trace) {
  auto outputs = TraceOutputs::create({line.output}, line.trace_lines);
  return outputs ? outputs->write(trace, line.color)
                 : print_error(outputs.error().message, ExitStatus::kInputWrong, line.color);
}

/// "To see it in a browser: dps report x.dpstrace -o x.html, or …".
std::string advice(const CommandLine& line) {
  std::string name = line.file == kStandardStream ? "trace" : line.file;
  if (name.ends_with(traces::formats().front().suffix)) {
    name.resize(name.size() - traces::formats().front().suffix.size());
  }
  const std::string file = printable(line.file);
  const std::string stem = printable(name);
  const std::string report =
      line.file == kStandardStream
          ? ""
          : fmt::format("\nTo see it in a browser: 'dps report {} -o {}.html'", file, stem);
  return fmt::format("{}\nFor https://ui.perfetto.dev: 'dps trace {} -o {}.json'\n", report, file,
                     stem);
}

}  // namespace

ExitStatus trace_command(const CommandLine& line) {
  const auto trace = traces::open_trace(line.file);
  if (!trace) {
    return print_error(error_text(line, trace.error()), ExitStatus::kInputWrong, line.color);
  }
  if (!line.output.empty()) {
    return convert(line, *trace);
  }
  const auto summary = traces::summarise(*trace);
  if (!summary) {
    return print_error(summary.error().message, ExitStatus::kInputWrong, line.color);
  }
  auto latencies = traces::latencies_of(*trace);
  if (!latencies) {
    return print_error(latencies.error().message, ExitStatus::kInputWrong, line.color);
  }
  std::string text = traces::summary_text(*trace, *summary);
  text +=
      profiles::latency_tables({std::move(*latencies), 1}, use_color(line.color, STDOUT_FILENO));
  if (line.why) {
    const auto why = why_of(*trace);
    if (!why) {
      return print_error(why.error().message, ExitStatus::kInputWrong, line.color);
    }
    text += '\n' + profiles::why_lines(*why, why->path_s);
  }
  return print_output(text + advice(line), ExitStatus::kDone);
}

}  // namespace dps::coordinator
