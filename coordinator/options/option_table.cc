#include "coordinator/options/option_table.h"

#include <algorithm>
#include <array>
#include <limits>

#include <fmt/format.h>

#include "base/printable.h"
#include "text/quantities.h"

namespace dps::coordinator {
namespace {

using Choice = std::string_view;

constexpr std::array<Choice, 3> kLevels{"process", "unit", "functionality"};
constexpr std::array<Choice, 3> kFormats{"text", "json", "csv"};
constexpr std::array<Choice, 2> kCheckFormats{"text", "json"};
constexpr std::array<Choice, 4> kLaunchers{"local", "ssh", "mpi", "pvm"};
constexpr std::array<Choice, 3> kTransports{"tcp", "mpi", "pvm"};
constexpr std::array<Choice, 2> kBindings{"none", "core"};
constexpr std::array<Choice, 2> kWaits{"block", "spin"};
constexpr std::array<Choice, 3> kColors{"auto", "always", "never"};

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

std::string set_runs(CommandLine& line, const std::string& value) {
  line.runs_given = true;
  return read_number(value, {"--runs", 1, 1'000'000}, line.runs);
}

std::string set_until_error(CommandLine& line, const std::string& value) {
  return read_percentage(value, "--until-error", 0.001, 100, line.until_error.emplace());
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

/// Of an option without a value.
template <bool CommandLine::*member>
std::string set_flag(CommandLine& line, const std::string& /*value*/) {
  line.*member = true;
  return "";
}

constexpr Value kOutputFile{"FILE", ValueKind::kOutput, "-o"};

}  // namespace

namespace options {

const Option kSet{"--set",
                  "",
                  {"NAME=VALUE", ValueKind::kVariable},
                  "Give a variable of the blueprint another value; may be repeated",
                  set_variable,
                  true};
const Option kLevel{"--level",
                    "",
                    {"LEVEL", ValueKind::kText, "", kLevels},
                    "How fine the profile is: process (the default), unit or functionality",
                    [](CommandLine& line, const std::string& value) {
                      line.level = chosen<profiles::Level>(kLevels, value);
                      return std::string();
                    }};
const Option kOnly{"--only",
                   "",
                   {"TAG[,TAG]..."},
                   "Only these processes, units and functionalities; of a process, the first "
                   "letters of its name",
                   set_only,
                   true};
const Option kFormat{"--format",
                     "",
                     {"FORMAT", ValueKind::kText, "", kFormats},
                     "Print text (the default), json or csv",
                     set_format};
const Option kCheckFormat{"--format",
                          "",
                          {"FORMAT", ValueKind::kText, "", kCheckFormats},
                          "Print text (the default) or json",
                          set_format};
const Option kResultOutput{
    "-o", "", kOutputFile,
    "Also save the result as JSON, for profile and compare; with -, print it and send the profile "
    "to stderr",
    set_output};
const Option kComparisonOutput{"-o", "", kOutputFile,
                               "Also save the comparison as JSON; with -, print it and send the "
                               "text to stderr",
                               set_output};
const Option kCalibrationOutput{"-o", "", kOutputFile, "Also save what is printed", set_output};
const Option kRuns{
    "--runs", "", {"N"}, "Run N times and print the run with the median makespan", set_runs};
const Option kUntilError{"--until-error",
                         "",
                         {"PERCENT"},
                         "Run until half the 95 % confidence interval of the mean makespan is at "
                         "most this: at least 5 runs, at most --runs or 100",
                         set_until_error};
const Option kWarmup{"--warmup",
                     "",
                     {"N"},
                     "Runs before the first that counts",
                     [](CommandLine& line, const std::string& value) {
                       return read_number(value, {"--warmup", 0, 1'000'000}, line.warmup);
                     }};
const Option kSeed{
    "--seed",
    "",
    {"N"},
    "Selects the random quantities of the blueprint (default 1); the result records it",
    [](CommandLine& line, const std::string& value) {
      return read_number(value, {"--seed", 0, std::numeric_limits<std::uint64_t>::max()},
                         line.seed);
    }};
const Option kHosts{"--hosts",
                    "",
                    {"FILE|NODESET", ValueKind::kHosts, "the hosts file"},
                    "The hosts: a hosts file, or names such as node[1-4],login",
                    set_hosts};
const Option kTryHosts{"--check",
                       "",
                       {},
                       "Start an agent on each host and report what fails",
                       set_flag<&CommandLine::try_hosts>};
const Option kLauncher{"--launcher",
                       "",
                       {"NAME", ValueKind::kText, "", kLaunchers},
                       "How processes are started: local, ssh, mpi or pvm (default: ssh with "
                       "hosts, else local)",
                       set_text<&CommandLine::launcher>};
const Option kTransport{"--transport",
                        "",
                        {"NAME", ValueKind::kText, "", kTransports},
                        "What carries the messages: tcp (the default), mpi or pvm",
                        set_text<&CommandLine::transport>};
const Option kBind{"--bind",
                   "",
                   {"TO", ValueKind::kText, "", kBindings},
                   "Bind each process to a core of its own: core, or none (the default)",
                   [](CommandLine& line, const std::string& value) {
                     line.bind_to_cores = value == "core";
                     return std::string();
                   }};
const Option kWait{"--wait",
                   "",
                   {"HOW", ValueKind::kText, "", kWaits},
                   "How a process waits for a message: block (it sleeps, the default) or spin (it "
                   "polls, as mpi always does)",
                   set_wait};
const Option kUserfuncs{"--userfuncs",
                        "",
                        {"FILE.so", ValueKind::kInput, "the library"},
                        "A library with user functions for call; may be repeated",
                        [](CommandLine& line, const std::string& value) {
                          line.userfuncs.push_back(value);
                          return std::string();
                        },
                        true};
const Option kMaxMessage{"--max-message",
                         "",
                         {"SIZE"},
                         "Size of the largest message allowed (default 1G)",
                         set_max_message};
const Option kAnyway{"--anyway",
                     "",
                     {},
                     "Run a program that is certain to end in a deadlock, too",
                     set_flag<&CommandLine::anyway>};
const Option kTimeout{
    "--timeout", "", {"TIME"}, "Stop the run after this time, as in 30s or 2min", set_timeout};
const Option kMachine{"--machine",
                      "",
                      {"FILE|NAME", ValueKind::kMachine, "the machine file"},
                      "The machine: a machine file, or a name that 'dps machine list' lists",
                      set_text<&CommandLine::machine>};
const Option kCosts{"--costs",
                    "",
                    {"FILE", ValueKind::kInput, "the costs file"},
                    "Measured costs of call and exec components, from calibrate --components",
                    set_text<&CommandLine::costs>};
const Option kQuick{"--quick",
                    "",
                    {},
                    "Measure briefly: for a first look, not for predictions",
                    set_flag<&CommandLine::quick>};
const Option kComponents{"--components",
                         "",
                         {"BLUEPRINT", ValueKind::kInput, "the blueprint"},
                         "Measure the call and exec components of this blueprint instead, for "
                         "predict --costs",
                         set_text<&CommandLine::file>};
const Option kTolerance{"--tolerance",
                        "",
                        {"PERCENT"},
                        "Difference of B from A that is tolerated (default 10)",
                        [](CommandLine& line, const std::string& value) {
                          return read_percentage(value, "--tolerance", 0, 1e6,
                                                 line.tolerance_percent);
                        }};
const Option kQuiet{
    "--quiet", "-q", {}, "No progress, warnings or notes on stderr", set_flag<&CommandLine::quiet>};
const Option kColor{"--color",
                    "",
                    {"WHEN", ValueKind::kText, "", kColors},
                    "auto (the default), always or never",
                    [](CommandLine& line, const std::string& value) {
                      line.color = chosen<Color>(kColors, value);
                      return std::string();
                    }};

}  // namespace options

std::span<const Option* const> common_options() {
  static constexpr std::array<const Option*, 2> kCommon{&options::kColor, &options::kQuiet};
  return kCommon;
}

}  // namespace dps::coordinator
