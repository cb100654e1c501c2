#include "commands/trace_command.h"

#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/file_identity.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/load_source.h"
#include "commands/files/file_kind.h"
#include "commands/options/option.h"
#include "commands/tracing/trace_outputs.h"
#include "profiles/causes/named_why.h"
#include "profiles/text/latency_tables.h"
#include "profiles/text/slow_lines.h"
#include "profiles/text/why_lines.h"
#include "profiles/traces/latencies.h"
#include "profiles/traces/summary.h"
#include "profiles/traces/trace_file.h"

namespace dps::commands {
namespace {

/// The error of opening the trace. A file of another kind is recognised.
std::string error_text(const TraceFileOptions& given, const Error& error) {
  if (error.code == ErrorCode::kInput && given.file != kStandardStream) {
    const auto source = text::load_source(given.file, "trace");
    const std::string other = source ? wrong_kind(*source, FileKind::kTrace) : "";
    return other.empty() ? error.message : other;
  }
  return error.message;
}

ExitStatus convert(const TraceFileOptions& given, const traces::Trace& trace) {
  auto outputs = TraceOutputs::create({given.output}, given.states.lines, given.common.replaced);
  return outputs
             ? outputs->write(trace, given.common.color)
             : print_error(outputs.error().message, ExitStatus::kInputWrong, given.common.color);
}

/// A name of a .json file that does not exist: the result of a prediction often has the first one.
std::string free_json_name(const std::string& stem) {
  std::string name = stem + ".json";
  for (int number = 1; is_there(name); ++number) {
    name = stem + ".perfetto" + (number == 1 ? "" : std::to_string(number)) + ".json";
  }
  return name;
}

/// "To see it in a browser: dps report x.dpstrace -o x.html, or …".
std::string advice(const TraceFileOptions& given) {
  std::string name = given.file == kStandardStream ? "trace" : given.file;
  if (name.ends_with(traces::formats().front().suffix)) {
    name.resize(name.size() - traces::formats().front().suffix.size());
  }
  const std::string file = printable(given.file);
  const std::string stem = printable(name);
  const std::string report =
      given.file == kStandardStream
          ? ""
          : fmt::format("\nTo see it in a browser: 'dps report {} -o {}.html'", file, stem);
  return fmt::format("{}\nFor https://ui.perfetto.dev: 'dps trace {} -o {}'\n", report, file,
                     printable(free_json_name(name)));
}

/// The error if the trace has no such functionality; else "".
std::string unknown_functionality(const SlowChoice& given, const traces::TraceHead& head) {
  std::set<std::string> tags;
  for (const traces::TracePlan& plan : head.plans) {
    for (const std::uint32_t line : plan.functionalities) {
      tags.insert(head.lines[line].tag);
    }
  }
  return tags.contains(given.ftag)
             ? ""
             : fmt::format("--slow: no functionality '{}'{}", printable(given.ftag),
                           did_you_mean(given.ftag, std::vector(tags.begin(), tags.end())));
}

ExitStatus show_trace(const TraceFileOptions& given) {
  const auto trace = traces::open_trace(given.file);
  if (!trace) {
    return print_error(error_text(given, trace.error()), ExitStatus::kInputWrong,
                       given.common.color);
  }
  if (!given.output.empty()) {
    return convert(given, *trace);
  }
  if (const std::string wrong = given.slow ? unknown_functionality(*given.slow, trace->head()) : "";
      !wrong.empty()) {
    return print_error(wrong, ExitStatus::kInputWrong, given.common.color);
  }
  const auto summary = traces::summarise(*trace);
  if (!summary) {
    return print_error(summary.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  auto latencies = traces::latencies_of(*trace);
  if (!latencies) {
    return print_error(latencies.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  std::string text = traces::summary_text(*trace, *summary);
  text += profiles::latency_tables({std::move(*latencies), 1, trace->head().is_mpi_program()},
                                   use_color(given.common.color, STDOUT_FILENO));
  if (given.why) {
    const auto why = profiles::why_of(*trace);
    if (!why) {
      return print_error(why.error().message, ExitStatus::kInputWrong, given.common.color);
    }
    text += '\n' + profiles::why_lines(*why, why->path_s);
  }
  if (given.slow) {
    const auto slow = profiles::slow_of(*trace, {given.slow->ftag, given.slow->quantile});
    if (!slow) {
      return print_error(slow.error().message, ExitStatus::kInputWrong, given.common.color);
    }
    text += '\n' + profiles::slow_lines(*slow);
  }
  return print_output(text + advice(given), ExitStatus::kDone);
}

}  // namespace

Syntax TraceFileOptions::syntax() {
  Syntax syntax;
  syntax.operands = {{{"TRACE.dpstrace", ValueKind::kInput, "the trace"},
                      "a trace that --trace wrote; - is standard input",
                      into(file)}};
  Setter set_output = [this](const std::string& value) {
    output = value;
    return trace_name_error("-o", value);
  };
  syntax
      .add({"-o",
            "",
            {"FILE", ValueKind::kOutput, "-o"},
            "Convert the trace instead: .json or .pftrace for ui.perfetto.dev, .otf2, .prv, "
            ".json.gz, .trace, DIR/ with a .trace for each process, .csv, .folded for flame "
            "graphs, or .dpstrace",
            std::move(set_output)})
      .add(state_line_options(states))
      .add({"--why",
            "",
            {},
            "Also print why it takes so long: the critical path, the waits with "
            "their causes, and the best remedy",
            into(why)})
      .add(slow_option(slow));
  return syntax;
}

std::string TraceFileOptions::check() {
  const std::vector<std::string> files =
      output.empty() ? std::vector<std::string>() : std::vector<std::string>{output};
  add_companions(files, "-o", common);
  return first_of({lone_state_lines(states, files, "-o"),
                   why && !output.empty()
                       ? "--why goes with the summary of a trace, not with -o, which converts it"
                   : slow && !output.empty()
                       ? "--slow goes with the summary of a trace, not with -o, which converts it"
                       : ""});
}

Command trace_command() {
  return {"trace",
          CommandGroup::kResults,
          "Summarise a trace that run or predict wrote, or convert it",
          prepare<TraceFileOptions, show_trace>,
          {{"dps trace plan.dpstrace", "its contents, and the longest functionalities"},
           {"dps trace plan.dpstrace --why", "also the critical path"},
           {"dps trace plan.dpstrace -o plan.json", "for ui.perfetto.dev and speedscope.app"}},
          {"timeline", "perfetto", "export", "convert"}};
}

}  // namespace dps::commands
