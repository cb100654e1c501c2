#include "coordinator/cli/command_line.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/version.h"
#include "coordinator/cli/host_choice.h"
#include "coordinator/cli/output_file.h"
#include "text/quantities.h"

namespace dps::coordinator {
namespace {

const std::vector<std::string>& command_names() {
  static const std::vector<std::string> names{"run",   "predict", "calibrate", "check",
                                              "graph", "hosts",   "profile",   "compare"};
  return names;
}

bool is_command(std::string_view word) {
  const auto& names = command_names();
  return std::find(names.begin(), names.end(), word) != names.end();
}

// CLI11 reports errors of callbacks by exceptions; parse_command_line() catches them.
[[noreturn]] void refuse(const std::string& option, const std::string& text) {
  throw CLI::ValidationError(option, text);
}

void add_settings(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::vector<std::string>>(
         "--set",
         [&line](const std::vector<std::string>& settings) {
           for (const std::string& setting : settings) {
             const std::size_t equals = setting.find('=');
             if (equals == std::string::npos || equals == 0) {
               refuse("--set", "expected NAME=VALUE, got '" + printable(setting) + "'");
             }
             line.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
           }
         },
         "Set a blueprint variable; may be repeated")
      ->type_name("NAME=VALUE")
      ->take_all()
      ->allow_extra_args(false);
}

void add_profile_options(CLI::App& app, CommandLine& line) {
  static const std::map<std::string, profiles::Level> levels{
      {"process", profiles::Level::kProcess},
      {"unit", profiles::Level::kUnit},
      {"functionality", profiles::Level::kFunctionality}};
  static const std::map<std::string, Format> formats{
      {"text", Format::kText}, {"json", Format::kJson}, {"csv", Format::kCsv}};
  app.add_option_function<std::string>(
         "--level",
         [&line](const std::string& name) {
           const auto level = levels.find(name);
           if (level == levels.end()) {
             refuse("--level",
                    "expected process, unit or functionality, got '" + printable(name) + "'");
           }
           line.level = level->second;
         },
         "Level of detail: process (default of a profile), unit or functionality")
      ->type_name("LEVEL");
  app.add_option("--only", line.only,
                 "Only these processes (a prefix), units and functionalities; a,b,c")
      ->type_name("TAG[,TAG]...")
      ->delimiter(',')
      ->take_all()
      ->allow_extra_args(false);
  app.add_option_function<std::string>(
         "--format",
         [&line](const std::string& name) {
           const auto format = formats.find(name);
           if (format == formats.end()) {
             refuse("--format", "expected text, json or csv, got '" + printable(name) + "'");
           }
           line.format = format->second;
         },
         "text (default), json or csv")
      ->type_name("FORMAT");
}

/// "12", "0.5us": a time that is not 0.
void add_time(CLI::App& app, const std::string& name, std::optional<Seconds>& time,
              const std::string& description) {
  app.add_option_function<std::string>(
         name,
         [&time, name](const std::string& text) {
           time = text::parse_time(text);
           if (!time || time->count() <= 0) {
             refuse(name,
                    "expected a time such as 30, 500ms or 2min, got '" + printable(text) + "'");
           }
         },
         description)
      ->type_name("TIME");
}

void add_repetition(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::uint32_t>(
         "--runs",
         [&line](std::uint32_t runs) {
           line.runs = runs;
           line.runs_given = true;
         },
         "Number of runs; prints the median one")
      ->check(CLI::Range(1U, 1'000'000U))
      ->type_name("N");
  app.add_option_function<double>(
         "--until-error", [&line](double percent) { line.until_error = percent; },
         "Run until half the 95 % confidence interval of the mean makespan is at most this (at "
         "least 5 runs, at most --runs or 100)")
      ->check(CLI::Range(0.001, 100.0))
      ->type_name("PERCENT");
  app.add_option("--warmup", line.warmup, "Runs before the ones that count")
      ->check(CLI::Range(0U, 1'000'000U))
      ->type_name("N");
}

/// An option whose value is one of a few words; the first is the default.
void add_choice(CLI::App& app, const std::string& option, const std::vector<std::string>& words,
                const std::string& description,
                const std::function<void(const std::string&)>& set) {
  app.add_option_function<std::string>(
         option,
         [=](const std::string& word) {
           if (std::find(words.begin(), words.end(), word) == words.end()) {
             refuse(option, fmt::format("expected {} or {}, got '{}'",
                                        fmt::join(words.begin(), words.end() - 1, ", "),
                                        words.back(), printable(word)));
           }
           set(word);
         },
         fmt::format("{}: {}", description, fmt::join(words, ", ")))
      ->type_name("NAME");
}

void add_hosts(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::string>(
         "--hosts",
         [&line](const std::string& text) {
           if (text.empty()) {
             refuse("--hosts", "expected a file or hosts such as node[1-4],login, got nothing");
           }
           line.hosts = text;
         },
         "Where to run: a hosts file, or hosts such as node[1-4],login")
      ->type_name("FILE|NODESET");
}

void add_launcher(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::string>(
         "--launcher",
         [&line](const std::string& name) {
           if (name == "rsh" || name == "rexec") {
             refuse("--launcher", name +
                                      " is not used: it trusts any host and hides nothing; ssh "
                                      "reaches the same hosts once they know your key "
                                      "(ssh-copy-id HOST)");
           }
           if (name != "local" && name != "ssh" && name != "mpi" && name != "pvm") {
             refuse("--launcher", "expected local, ssh, mpi or pvm, got '" + printable(name) + "'");
           }
           line.launcher = name;
         },
         "How processes are started: local, ssh, mpi, pvm (default: ssh with hosts, else local)")
      ->type_name("NAME");
}

/// Options of hosts, launcher and messages.
void add_messaging(CLI::App& app, CommandLine& line) {
  add_hosts(app, line);
  add_launcher(app, line);
  add_choice(app, "--transport", {"tcp", "mpi", "pvm"}, "Transport of messages",
             [&line](const std::string& name) { line.transport = name; });
  add_choice(app, "--bind", {"none", "core"}, "Bind each process to a core of its own",
             [&line](const std::string& name) { line.bind_to_cores = name == "core"; });
  app.add_option_function<std::string>(
         "--wait",
         [&line](const std::string& name) {
           if (name != "block" && name != "spin") {
             refuse("--wait", "expected block or spin, got '" + printable(name) + "'");
           }
           line.spin = name == "spin";
           line.wait_given = true;
         },
         "How a process waits for a message: block (sleep) or spin (poll; mpi always does)")
      ->type_name("HOW");
}

void add_userfuncs(CLI::App& app, CommandLine& line) {
  app.add_option("--userfuncs", line.userfuncs,
                 "A library with user functions for `call`; may be repeated")
      ->type_name("FILE.so")
      ->take_all()
      ->allow_extra_args(false);
}

void add_max_message(CLI::App& app, CommandLine& line) {
  app.add_option_function<std::string>(
         "--max-message",
         [&line](const std::string& text) {
           const auto size = text::parse_size(text);
           if (!size) {
             refuse("--max-message", "expected a size such as 2G, got '" + printable(text) + "'");
           }
           line.max_message = *size;
         },
         "Size of the largest message allowed (default 1 GiB)")
      ->type_name("SIZE");
}

void add_execution(CLI::App& app, CommandLine& line) {
  add_messaging(app, line);
  add_userfuncs(app, line);
  add_max_message(app, line);
  app.add_flag("--anyway", line.anyway, "Run a program that is certain to end in a deadlock, too");
  add_time(app, "--timeout", line.timeout, "Stop the run after this time");
}

void add_common(CLI::App& app, CommandLine& line) {
  static const std::map<std::string, Color> colors{
      {"auto", Color::kAuto}, {"always", Color::kAlways}, {"never", Color::kNever}};
  app.add_flag("--quiet", line.quiet, "No progress, warnings or notes on stderr");
  app.add_option_function<std::string>(
         "--color",
         [&line](const std::string& name) {
           const auto color = colors.find(name);
           if (color == colors.end()) {
             refuse("--color", "expected auto, always or never, got '" + printable(name) + "'");
           }
           line.color = color->second;
         },
         "auto (default), always or never; NO_COLOR counts")
      ->type_name("WHEN");
}

CLI::App* add_command(CLI::App& app, CommandLine& line, const std::string& name,
                      const std::string& description) {
  CLI::App* command = app.add_subcommand(name, description);
  command->fallthrough(false);
  if (name == "compare") {
    command->add_option("A", line.file, "The reference, a result saved with -o")->required();
    command->add_option("B", line.other_file, "The result to compare with A")->required();
  } else if (name != "hosts" && name != "calibrate") {
    command
        ->add_option("FILE", line.file,
                     name == "profile" ? "A result saved with -o" : "The blueprint")
        ->required();
  }
  add_common(*command, line);
  command->final_callback([&line, name] { line.command = name; });
  return command;
}

void add_calibrate(CLI::App& app, CommandLine& line) {
  CLI::App* calibrate = add_command(app, line, "calibrate",
                                    "Measure hosts and network into a machine file for predict");
  calibrate->add_option("-o", line.output, "Also save the printed file")->type_name("FILE");
  add_messaging(*calibrate, line);
  calibrate->add_flag("--quick", line.quick,
                      "Measure briefly: for a first look, not for predictions");
  calibrate
      ->add_option("--components", line.file,
                   "Measure the costs of this blueprint's call and exec components instead, for "
                   "predict --costs")
      ->type_name("BLUEPRINT");
  add_settings(*calibrate, line);
  add_userfuncs(*calibrate, line);
}

void add_commands(CLI::App& app, CommandLine& line) {
  CLI::App* run = add_command(app, line, "run", "Run a blueprint for real and print its profile");
  add_settings(*run, line);
  add_profile_options(*run, line);
  run->add_option("-o", line.output, "Also save the result as JSON")->type_name("FILE");
  add_execution(*run, line);
  add_repetition(*run, line);
  run->add_option("--seed", line.seed, "Random seed; recorded in the result")->type_name("N");

  CLI::App* predict = add_command(app, line, "predict",
                                  "Predict a run of a blueprint on a machine, in virtual time");
  predict->add_option("--machine", line.machine, "The machine file")->type_name("FILE");
  predict->add_option("--costs", line.costs, "Measured costs of call and exec components")
      ->type_name("FILE");
  add_settings(*predict, line);
  add_profile_options(*predict, line);
  predict->add_option("-o", line.output, "Also save the result as JSON")->type_name("FILE");
  add_repetition(*predict, line);
  predict->add_option("--seed", line.seed, "Random seed; recorded in the result")->type_name("N");

  add_calibrate(app, line);
  CLI::App* check = add_command(
      app, line, "check", "Report all mistakes in a blueprint, and what it would do and execute");
  add_settings(*check, line);
  add_hosts(*check, line);
  add_userfuncs(*check, line);
  add_max_message(*check, line);
  add_choice(*check, "--format", {"text", "json"}, "Form of the report",
             [&line](const std::string& name) {
               line.format = name == "json" ? Format::kJson : Format::kText;
             });
  CLI::App* graph = add_command(app, line, "graph", "Draw a blueprint's shape, for Graphviz");
  add_settings(*graph, line);
  CLI::App* hosts = add_command(app, line, "hosts", "List the hosts as the terrain sees them");
  add_hosts(*hosts, line);
  hosts->add_flag("--check", line.try_hosts, "Start an agent on each host and report what fails");
  CLI::App* profile = add_command(app, line, "profile", "Print a saved result again");
  add_profile_options(*profile, line);
  CLI::App* compare =
      add_command(app, line, "compare", "Compare two saved results; exit 1 if they differ");
  add_profile_options(*compare, line);
  compare->add_option("-o", line.output, "Also save the comparison as JSON")->type_name("FILE");
  compare
      ->add_option("--tolerance", line.tolerance_percent,
                   "Tolerated difference of B from A (default 10)")
      ->check(CLI::Range(0.0, 1e6))
      ->type_name("PERCENT");
}

/// Inserts "run" if the first word is no command. Options of all commands may precede the command.
std::vector<std::string> with_command(std::vector<std::string> words) {
  std::size_t first = 0;
  while (first < words.size() &&
         (words[first] == "--quiet" || words[first].starts_with("--color"))) {
    first += words[first] == "--color" ? 2 : 1;
  }
  if (first < words.size() &&
      (words[first] == "-h" || words[first] == "--help" || words[first] == "--version")) {
    return {words[first]};
  }
  if (first < words.size() && is_command(words[first])) {
    const auto command = words.begin() + static_cast<std::ptrdiff_t>(first);
    std::rotate(words.begin(), command, command + 1);
  } else {
    words.insert(words.begin(), "run");
  }
  return words;
}

/// The error for a first word that is similar to a command and no file; else "".
std::string command_hint(const std::vector<std::string>& words) {
  std::error_code ignored;
  if (words.empty() || words[0].starts_with('-') || std::filesystem::exists(words[0], ignored)) {
    return "";
  }
  const auto near = nearest(words[0], command_names());
  return near && !is_command(words[0]) ? fmt::format(
                                             "dps: error: no command and no file '{}'; did "
                                             "you mean 'dps {}'?\n",
                                             printable(words[0]), *near)
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
  if (line.command == "calibrate" && line.file.empty() &&
      !(line.settings.empty() && line.userfuncs.empty())) {
    return fmt::format("{} goes with --components BLUEPRINT; hosts and network need none",
                       line.settings.empty() ? "--userfuncs" : "--set");
  }
  if (line.command == "predict" && line.machine.empty()) {
    return "predict needs --machine FILE; 'dps calibrate -o FILE' makes one for these hosts, and "
           "machines/library (share/dps/machines where dps is installed) has others";
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
  return "";
}

/// Lists the files that the command reads and writes. Another name of standard output is "-".
void name_files(CommandLine& line) {
  const auto read = [&line](const char* role, const std::string& path) {
    if (!path.empty()) {
      line.inputs.push_back({role, path});
    }
  };
  const bool reads_results = line.command == "profile" || line.command == "compare";
  read(reads_results ? "the result" : "the blueprint", line.file);
  read("the result", line.other_file);
  read("the machine file", line.machine);
  read("the costs file", line.costs);
  if (!reads_results && line.command != "predict" && line.command != "graph") {
    read("the hosts file", hosts_file(line, host_environment()));
  }
  for (const std::string& library : line.userfuncs) {
    read("the library", library);
  }
  if (!line.output.empty()) {
    line.output = names_stdout(line.output) ? "-" : line.output;
    line.outputs.push_back({"-o", line.output});
  }
}

}  // namespace

std::variant<CommandLine, Reply> parse_command_line(int argc, const char* const* argv) {
  CommandLine line;
  line.words.assign(argv + 1, argv + argc);
  const std::string hint = command_hint(line.words);
  if (!hint.empty()) {
    return Reply{2, hint};
  }
  CLI::App app{
      "dps shows how a distributed program will perform before it is written.\n"
      "`dps BLUEPRINT` is `dps run BLUEPRINT`.",
      "dps"};
  app.set_version_flag("--version", std::string("dps ") + dps_version());
  app.require_subcommand(1);
  app.get_formatter()->column_width(30);
  add_commands(app, line);
  std::vector<std::string> words = with_command(line.words);
  std::reverse(words.begin(), words.end());  // CLI11 takes them from the back
  try {
    app.parse(std::vector<std::string>(words));
  } catch (const CLI::CallForHelp&) {
    return Reply{0, app.help()};
  } catch (const CLI::CallForAllHelp&) {
    return Reply{0, app.help("", CLI::AppFormatMode::All)};
  } catch (const CLI::CallForVersion& version) {
    return Reply{0, std::string(version.what()) + "\n"};
  } catch (const CLI::ParseError& error) {
    const bool named = !line.words.empty() && words.back() == line.words[0];
    return Reply{2, fmt::format("dps: error: {}\nsee 'dps {}--help'\n", error.what(),
                                named ? words.back() + " " : "")};
  }
  name_files(line);
  std::string wrong = contradiction(line);
  if (wrong.empty()) {
    wrong = conflict(line.inputs, line.outputs);
  }
  if (!wrong.empty()) {
    return Reply{2, "dps: error: " + wrong + "\n"};
  }
  line.spin = line.spin || line.transport == "mpi";
  return line;
}

}  // namespace dps::coordinator
