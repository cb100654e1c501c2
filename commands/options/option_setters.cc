#include "commands/options/option_setters.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/text/quantities.h"
#include "commands/cli/expectation_reader.h"
#include "predictor/machines/kinds/machine_changes.h"
#include "profiles/traces/export/formats.h"

namespace dps::coordinator {
namespace {

/// The position of a value among the words of its option, of which it is one.
template <typename Enum>
Enum chosen(std::span<const Choice> words, const std::string& value) {
  return static_cast<Enum>(std::find(words.begin(), words.end(), value) - words.begin());
}

/// Reads a whole number into `out`.
template <typename Number>
std::string read_number(const std::string& text, const text::WholeNumber& wanted, Number& out) {
  const auto value = text::read_whole(text, wanted);
  if (!value) {
    return value.error();
  }
  out = static_cast<Number>(*value);
  return "";
}

/// Reads a percentage from `least` to `most`.
std::string read_percentage(const std::string& text, std::string_view option, double least,
                            double most, double& out) {
  const auto value = text::read_real(text, option);
  if (!value) {
    return value.error();
  }
  if (*value < least || *value > most) {
    return fmt::format("{} must be a percentage from {} to {}, got '{}'", option, least, most,
                       printable(text));
  }
  out = *value;
  return "";
}

/// Reads an instant of a run, which is not negative.
std::string read_instant(const std::string& text, std::string_view option,
                         std::optional<Seconds>& out) {
  out = text::parse_time(text);
  return out && out->count() >= 0
             ? ""
             : fmt::format("{}: expected a time such as 1.5s or 200ms, got '{}'", option,
                           printable(text));
}

/// The error for the name of a trace that shows no format, or one that this dps cannot write; else
/// "".
std::string trace_name_error(std::string_view option, const std::string& path) {
  if (const traces::Format* format = traces::format_of(path)) {
    return format->lacks.empty()
               ? ""
               : fmt::format("{}: this dps cannot write '{}': it was built without {}", option,
                             printable(path), format->lacks);
  }
  std::string names;
  const auto formats = traces::formats();
  for (const traces::Format& format : formats) {
    names += fmt::format("{}{}",
                         names.empty()                ? ""
                         : &format == &formats.back() ? " or "
                                                      : ", ",
                         format.suffix);
  }
  return fmt::format("{}: the name of a trace ends in {}, got '{}'", option, names,
                     printable(path));
}

std::string add_model_value(CommandLine& line, const std::string& option,
                            const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0) {
    return fmt::format("{}: expected NAME=VALUES, got '{}'", option, printable(value));
  }
  line.model_values.push_back({option, value.substr(0, equals), value.substr(equals + 1)});
  return "";
}

}  // namespace

std::string vary_model_value(CommandLine& line, const std::string& value) {
  return add_model_value(line, "--vary", value);
}

std::string set_model_value(CommandLine& line, const std::string& value) {
  return add_model_value(line, "--set", value);
}

std::string set_variable(CommandLine& line, const std::string& value) {
  const std::size_t equals = value.find('=');
  if (equals == std::string::npos || equals == 0) {
    return "--set: expected NAME=VALUE, got '" + printable(value) + "'";
  }
  line.settings.emplace_back(value.substr(0, equals), value.substr(equals + 1));
  return "";
}

std::string set_only(CommandLine& line, const std::string& value) {
  for (std::size_t begin = 0; begin <= value.size();) {
    const std::size_t comma = std::min(value.find(',', begin), value.size());
    line.only.push_back(value.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return "";
}

std::string set_format(CommandLine& line, const std::string& value) {
  line.format = chosen<Format>(kFormats, value);
  return "";
}

std::string set_output(CommandLine& line, const std::string& value) {
  if (value.empty()) {
    return "-o: expected the name of a file, got nothing";
  }
  line.output = value;
  return "";
}

std::string set_replacing_output(CommandLine& line, const std::string& value) {
  line.output_replaces = true;
  return set_output(line, value);
}

std::string set_raw(CommandLine& line, const std::string& value) {
  line.raw = value;
  return value.empty() || value == kStandardStream
             ? "--raw: expected the name of a folder, got '" + printable(value) + "'"
             : "";
}

std::string set_runs(CommandLine& line, const std::string& value) {
  line.runs_given = true;
  return read_number(value, {"--runs", 1, 1'000'000}, line.runs);
}

std::string set_until_error(CommandLine& line, const std::string& value) {
  return read_percentage(value, "--until-error", 0.001, 100, line.until_error.emplace());
}

std::string add_question_word(CommandLine& line, const std::string& value) {
  line.question.push_back(value);
  return "";
}

std::string set_hosts(CommandLine& line, const std::string& value) {
  if (value.empty()) {
    return "--hosts: expected a file or hosts such as node[1-4],login, got nothing";
  }
  line.hosts = value;
  return "";
}

std::string set_wait(CommandLine& line, const std::string& value) {
  line.spin = value == "spin";
  line.wait_given = true;
  return "";
}

std::string set_eager(CommandLine& line, const std::string& value) {
  line.eager = text::parse_size(value);
  return line.eager ? "" : "--eager: expected a size such as 4KiB, got '" + printable(value) + "'";
}

std::string set_max_message(CommandLine& line, const std::string& value) {
  const auto size = text::parse_size(value);
  if (!size) {
    return "--max-message: expected a size such as 2G, got '" + printable(value) + "'";
  }
  line.max_message = *size;
  return "";
}

std::string set_timeout(CommandLine& line, const std::string& value) {
  line.timeout = text::parse_time(value);
  if (!line.timeout || line.timeout->count() <= 0) {
    return "--timeout: expected a time such as 30, 500ms or 2min, got '" + printable(value) + "'";
  }
  return "";
}

std::string set_level(CommandLine& line, const std::string& value) {
  line.level = chosen<profiles::Level>(kLevels, value);
  return "";
}

std::string set_comparison_level(CommandLine& line, const std::string& value) {
  line.compared_level = value;
  const bool is_of_traces = value == "total" || value == "line";
  return is_of_traces ? "" : set_level(line, value);
}

std::string set_warmup(CommandLine& line, const std::string& value) {
  return read_number(value, {"--warmup", 0, 1'000'000}, line.warmup);
}

std::string set_seed(CommandLine& line, const std::string& value) {
  return read_number(value, {"--seed", 0, std::numeric_limits<std::uint64_t>::max()}, line.seed);
}

std::string set_bind(CommandLine& line, const std::string& value) {
  line.bind_to_cores = value == "core";
  return "";
}

std::string set_sweep_format(CommandLine& line, const std::string& value) {
  line.format = chosen<Format>(kSweepFormats, value);
  return "";
}

std::string add_what_if(CommandLine& line, const std::string& value) {
  line.what_if.push_back(value);
  return "";
}

std::string add_machine_change(CommandLine& line, const std::string& value) {
  if (const auto change = machines::parse_machine_change(value); !change) {
    return "--set-machine: " + change.error().message;
  }
  line.machine_changes.push_back(value);
  return "";
}

std::string add_machine(CommandLine& line, const std::string& value) {
  line.machines.push_back(value);
  return "";
}

std::string add_userfuncs(CommandLine& line, const std::string& value) {
  line.userfuncs.push_back(value);
  return "";
}

std::string add_other_file(CommandLine& line, const std::string& value) {
  line.other_files.push_back(value);
  return "";
}

std::string add_swept_file(CommandLine& line, const std::string& value) {
  if (line.file.empty()) {
    line.file = value;
    return "";
  }
  return add_other_file(line, value);
}

std::string add_surface(CommandLine& line, const std::string& value) {
  return line.against.empty() ? add_swept_file(line, value) : add_against(line, value);
}

std::string add_against(CommandLine& line, const std::string& value) {
  line.against.push_back(value);
  return "";
}

std::string add_phases(CommandLine& line, const std::string& value) {
  std::string phase;
  int depth = 0;
  for (const char c : value) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      line.phases.push_back(std::move(phase));
      phase.clear();
    } else {
      phase += c;
    }
  }
  line.phases.push_back(std::move(phase));
  return "";
}

std::string set_plot(CommandLine& line, const std::string& value) {
  line.plot = value;
  return value.ends_with(".svg") || value.ends_with(".pdf") || value.ends_with(".tex")
             ? ""
             : "--plot: the name of a picture ends in .svg, .pdf or .tex, got '" +
                   printable(value) + "'";
}

std::string set_tolerance(CommandLine& line, const std::string& value) {
  return read_percentage(value, "--tolerance", 0, 1e6, line.tolerance_percent.emplace());
}

std::string add_expectation(CommandLine& line, const std::string& value) {
  auto expectation = parse_expectation(value);
  if (!expectation) {
    return expectation.error();
  }
  line.expectations.push_back(std::move(*expectation));
  return "";
}

std::string add_trace(CommandLine& line, const std::string& value) {
  line.traces.push_back(value);
  return trace_name_error("--trace", value);
}

std::string set_trace_output(CommandLine& line, const std::string& value) {
  line.output = value;
  return trace_name_error("-o", value);
}

std::string set_sites(CommandLine& line, const std::string& value) {
  if (value == "all") {
    line.most_sites = 0;
    return "";
  }
  return read_number(value, {"--sites", 1, 1'000'000}, line.most_sites);
}

std::string set_trace_limit(CommandLine& line, const std::string& value) {
  line.trace_option = "--trace-limit";
  return read_number(value, {"--trace-limit", 1, traces::kMostEvents}, line.trace_limit.emplace());
}

std::string set_trace_keep(CommandLine& line, const std::string& value) {
  line.trace_option = "--trace-keep";
  line.trace_keep = chosen<traces::Keep>(kTraceKeeps, value);
  return "";
}

std::string set_trace_from(CommandLine& line, const std::string& value) {
  line.trace_option = "--trace-from";
  return read_instant(value, "--trace-from", line.trace_from);
}

std::string set_trace_to(CommandLine& line, const std::string& value) {
  line.trace_option = "--trace-to";
  return read_instant(value, "--trace-to", line.trace_to);
}

std::string set_trace_level(CommandLine& line, const std::string& value) {
  line.lines_option = "--trace-level";
  std::uint32_t level = 0;
  std::string wrong = read_number(value, {"--trace-level", 1, 5}, level);
  line.trace_lines.level = static_cast<traces::LineLevel>(level);
  return wrong;
}

std::string set_trace_digits(CommandLine& line, const std::string& value) {
  line.lines_option = "--digits";
  return read_number(value, {"--digits", 0, traces::kMostDigits}, line.trace_lines.digits);
}

std::string set_progress(CommandLine& line, const std::string& value) {
  line.progress = chosen<Progress>(kProgressStyles, value);
  return "";
}

std::string set_color(CommandLine& line, const std::string& value) {
  line.color = chosen<Color>(kColors, value);
  return "";
}

}  // namespace dps::coordinator
