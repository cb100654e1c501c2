#include "commands/options/parse_command_line.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/version.h"
#include "commands/cli/host_choice.h"
#include "commands/cli/output_file.h"
#include "commands/cli/terminal_width.h"
#include "commands/options/command_mistakes.h"
#include "commands/options/command_parser.h"
#include "commands/options/datasheet_options.h"
#include "commands/options/help_text.h"
#include "commands/options/option.h"
#include "commands/options/option_table.h"
#include "profiles/traces/export/formats.h"

namespace dps::coordinator {
namespace {

using Words = std::span<const std::string>;

bool asks_for(Words words, std::string_view option, std::string_view short_option) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end, [&](const std::string& word) {
    return word == option || word == short_option;
  });
}

/// The position of the first word that is not an option of all commands.
std::size_t first_own_word(Words words) {
  std::size_t first = 0;
  while (first < words.size() && (words[first] == "--quiet" || words[first] == "-q" ||
                                  words[first].starts_with("--color"))) {
    first += words[first] == "--color" ? 2 : 1;
  }
  return std::min(first, words.size());
}

Reply refuse(const std::string& why) {
  return {2, "dps: error: " + why + "\n"};
}

/// The reply to "dps help [COMMAND]" and "dps --help [COMMAND]".
Reply help(Words words) {
  if (words.empty()) {
    return {0, overview(terminal_width())};
  }
  if (words.size() > 1) {
    return refuse("dps help takes one command, got '" + printable(words[1]) + "', too");
  }
  const Command* command = find_command(words[0]);
  return command == nullptr ? refuse(unknown_command(words[0]))
                            : Reply{0, help_of(*command, terminal_width())};
}

/// The error for an option of traces if no events are recorded; "" if there is none.
std::string lone_trace_option(const CommandLine& line) {
  const bool is_run = line.command == "run" || line.command == "sweep";
  if (line.trace_option.empty() || !line.traces.empty() ||
      (is_run && (line.latencies || expects_latencies(line)))) {
    return "";
  }
  return line.trace_option + (line.command == "sweep" ? " goes with --expect 'p99(TAG) < TIME'"
                              : is_run                ? " goes with --trace FILE or --latencies"
                                                      : " goes with --trace FILE");
}

/// The error for options of traces that exclude one another; "" if there is none.
std::string trace_contradiction(const CommandLine& line) {
  if (std::string alone = lone_trace_option(line); !alone.empty()) {
    return alone;
  }
  const auto has_lines = [](const std::string& path) {
    return path.ends_with(".trace") || path.ends_with('/');
  };
  if (!line.lines_option.empty() && !has_lines(line.output) &&
      std::none_of(line.traces.begin(), line.traces.end(), has_lines)) {
    const char* option = line.command == "trace" ? "-o" : "--trace";
    return fmt::format("{0} goes with {1} FILE.trace or {1} DIR/", line.lines_option, option);
  }
  if (line.command == "trace" && line.why && !line.output.empty()) {
    return "--why goes with the summary of a trace, not with -o, which converts it";
  }
  return line.trace_from && line.trace_to && *line.trace_from >= *line.trace_to
             ? "--trace-to must be later than --trace-from"
             : "";
}

/// The error for options of sweeps that exclude one another; "" if there is none.
std::string sweep_contradiction(const CommandLine& line) {
  if (line.merges) {
    return line.output.empty() || line.other_files.empty()
               ? "--merge joins two or more databases: dps sweep --merge A.db B.db -o C.db"
               : "";
  }
  if (!line.other_files.empty()) {
    return fmt::format("dps sweep takes one blueprint, got '{}', too; --merge joins databases",
                       printable(line.other_files[0]));
  }
  if (!line.machine_changes.empty() && line.machines.empty()) {
    return "--set-machine goes with --machine FILE|NAME: it changes the machine of predictions";
  }
  if (line.draws_heat && line.plot.empty()) {
    return "--heat-map goes with --plot FILE";
  }
  if (!line.shard.empty() && line.output.empty()) {
    return "--shard goes with -o FILE.db";
  }
  return line.output == "-" ? "-o: a database cannot be written to standard output" : "";
}

/// The error for the words of dps machine; "" if there is none.
std::string machine_contradiction(const CommandLine& line) {
  const bool is_list = line.action.empty() || line.action == "list";
  if (!is_list && line.machine.empty()) {
    return fmt::format("dps machine {} needs NAME; 'dps machine list' lists the names",
                       line.action);
  }
  if (is_list && !line.machine.empty()) {
    return "dps machine list takes no name; 'dps machine show NAME' prints one";
  }
  return is_list && !line.machine_changes.empty()
             ? "--set-machine goes with 'dps machine show NAME' and 'dps machine keys NAME'"
             : "";
}

std::string calibrate_contradiction(const CommandLine& line) {
  if (line.file.empty() && !(line.settings.empty() && line.userfuncs.empty())) {
    return fmt::format("{} goes with --components BLUEPRINT; hosts and network need none",
                       line.settings.empty() ? "--userfuncs" : "--set");
  }
  if (!line.raw.empty() && !line.file.empty()) {
    return "--raw does not go with --components, which measures no messages";
  }
  return line.contended && line.raw.empty()
             ? "--contended goes with --raw DIR: a machine file has no times under contention"
             : "";
}

/// The error for options that exclude one another, with those that go together; "" if there is
/// none. choose_hosts() checks what depends on hosts in the environment.
std::string contradiction(const CommandLine& line) {
  if (line.transport != "tcp" && line.launcher != line.transport) {
    const std::string with = line.launcher.empty() ? "" : ", not with --launcher " + line.launcher;
    return fmt::format("--transport {0} goes with --launcher {0}{1}; tcp goes with every launcher",
                       line.transport, with);
  }
  if (line.launcher == "local" && !line.hosts.empty()) {
    return "--launcher local runs everything on this machine and goes with no --hosts; ssh, mpi "
           "and pvm run on hosts";
  }
  if (line.command == "calibrate") {
    if (std::string wrong = calibrate_contradiction(line); !wrong.empty()) {
      return wrong;
    }
  }
  if (line.command == "predict" && line.machine.empty()) {
    return "predict needs --machine FILE|NAME: 'dps machine list' lists the machines that come "
           "with dps, and 'dps calibrate -o FILE' measures these hosts";
  }
  if (line.command == "report" && line.output.empty()) {
    return "report needs -o FILE.html: the page that a browser opens";
  }
  if (line.command == "sweep") {
    if (std::string wrong = sweep_contradiction(line); !wrong.empty()) {
      return wrong;
    }
  }
  if (std::string wrong = options::datasheet_contradiction(line); !wrong.empty()) {
    return wrong;
  }
  if (line.command == "machine") {
    if (std::string wrong = machine_contradiction(line); !wrong.empty()) {
      return wrong;
    }
  }
  if (line.command == "compare" && !line.designs && line.other_files.size() > 1) {
    return fmt::format(
        "dps compare takes two results, got '{}', too; with --designs it ranks any number",
        printable(line.other_files[1]));
  }
  if (line.designs && line.tolerance_percent) {
    return "--tolerance does not go with --designs: a difference counts if the confidence interval "
           "shows it";
  }
  if (line.transport == "mpi" && line.wait_given && !line.spin) {
    return "--wait block does not go with --transport mpi, which always polls; --wait spin does";
  }
  constexpr std::uint64_t kMostByLibrary = (1ULL << 31) - 1;  // Source: docs/reliability.md, limits
  if (line.transport != "tcp" && line.max_message > kMostByLibrary) {
    return fmt::format(
        "--max-message: over {} a message has at most 2147483647 bytes; over tcp it "
        "may have more",
        line.transport);
  }
  return trace_contradiction(line);
}

/// Adds the files that are written beside the named traces.
void add_companions(CommandLine& line) {
  std::vector<NamedFile> named;
  named.reserve(line.traces.size() + 1);
  for (const std::string& path : line.traces) {
    named.push_back({"--trace", path});
  }
  if (line.command == "trace" && !line.output.empty()) {
    named.push_back({"-o", line.output});
  }
  for (const NamedFile& trace : named) {
    const traces::Format* format = traces::format_of(trace.path);
    if (format == nullptr) {
      continue;  // whoever writes the trace reports this
    }
    for (const traces::Companion& companion : format->companions) {
      line.outputs.push_back({trace.role, traces::companion_path(*format, trace.path, companion)});
    }
  }
}

/// Checks the files that the command line names. Another name of standard output becomes "-".
std::string conflict_of(CommandLine& line, const Command& command) {
  const bool has_hosts = std::find(command.options.begin(), command.options.end(),
                                   &options::kHosts) != command.options.end();
  const std::string hosts = has_hosts ? hosts_file(line, host_environment()) : "";
  if (!hosts.empty()) {
    line.inputs.push_back({std::string(options::kHosts.value.role), hosts});
  }
  if (!line.output.empty() && names_stdout(line.output)) {
    for (NamedFile& file : line.outputs) {
      file.path = file.path == line.output ? "-" : file.path;
    }
    line.output = "-";
  }
  add_companions(line);
  return conflict(line.inputs, line.outputs);
}

std::variant<CommandLine, Reply> parse(const Command& command, Words words, CommandLine line) {
  if (asks_for(words, "--help", "-h")) {
    return Reply{0, help_of(command, terminal_width())};
  }
  line.command = command.name;
  std::string wrong = CommandParser(command, line).parse(words);
  if (!wrong.empty()) {
    return Reply{2, fmt::format("dps: error: {}\nsee 'dps help {}'\n", wrong, command.name)};
  }
  wrong = contradiction(line);
  if (wrong.empty()) {
    wrong = conflict_of(line, command);
  }
  if (wrong.empty()) {
    wrong = misspelt(line.inputs);
  }
  if (wrong.empty() && (line.designs || line.command == "report")) {
    wrong = repeated(line.inputs);
  }
  if (!wrong.empty()) {
    return refuse(wrong);
  }
  line.spin = line.spin || line.transport == "mpi";
  return line;
}

}  // namespace

std::variant<CommandLine, Reply> parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  line.words.assign(argv + 1, argv + argc);
  std::vector<std::string> words = line.words;
  const std::size_t first = first_own_word(words);
  if (first == words.size()) {
    return Reply{2, "dps: error: no blueprint and no command\n\n" + overview(terminal_width())};
  }
  const std::string word = words[first];
  if (word == "--version" || word == "-V") {
    return Reply{0, std::string("dps ") + dps_version() + "\n"};
  }
  if (word == "help" || word == "--help" || word == "-h") {
    return help(Words(words).subspan(first + 1));
  }
  if (const Command* command = find_command(word)) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first));
    return parse(*command, words, std::move(line));
  }
  if (const std::string mistake = mistaken_command(word); !mistake.empty()) {
    return refuse(mistake);
  }
  return parse(*find_command("run"), words, std::move(line));
}

}  // namespace dps::coordinator
