#include "commands/options/command_mistakes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/file_identity.h"
#include "base/printable.h"
#include "base/suggestion.h"
#include "base/text/layout.h"
#include "commands/files/machine_library.h"
#include "commands/files/similar_file.h"

namespace dps::commands {
namespace {

/// The command that the word denotes in other programs, or one with a similar name.
std::optional<std::string> meant_command(CommandTable table, const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : table) {
    const auto& others = command.also_known_as;
    if (std::find(others.begin(), others.end(), word) != others.end()) {
      return std::string(command.name);
    }
    names.emplace_back(command.name);
  }
  names.emplace_back("help");
  return nearest(word, names);
}

std::vector<std::string> names_of(const Syntax& syntax) {
  std::vector<std::string> names;
  for (const Option& option : syntax.options) {
    names.emplace_back(option.name);
  }
  return names;
}

/// " (dps run and dps predict have it)", or nothing.
std::string owners(CommandTable table, const std::string& name) {
  std::vector<std::string> owners;
  for (const Command& command : table) {
    const auto names = names_of(command.prepare()->syntax());
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      owners.push_back(fmt::format("dps {}", command.name));
    }
  }
  if (owners.size() <= 1) {
    return owners.empty() ? "" : fmt::format("; {} has it", owners[0]);
  }
  return fmt::format("; {} have it", text::listed(owners));
}

}  // namespace

bool starts_ranks(const std::string& word) {
  static constexpr std::array<std::string_view, 3> kStarters{"mpirun", "mpiexec", "srun"};
  return std::find(kStarters.begin(), kStarters.end(), word) != kStarters.end();
}

std::string misplaced_program(const Command& command, const Syntax& syntax,
                              const std::string& word) {
  const std::string reason =
      syntax.program != nullptr
          ? std::string("an MPI program comes after --")
          : fmt::format("dps {} takes no command; MPI programs are run, or predicted",
                        command.name);
  const bool predicts = syntax.program != nullptr && !command.needs.empty();
  return fmt::format("{}: dps {} -- {} …", reason,
                     predicts ? fmt::format("{} {} …", command.name, command.needs) : "run",
                     printable(word));
}

std::string mistaken_command(CommandTable table, const std::string& word) {
  if (word.starts_with('-') || is_there(word)) {
    return "";
  }
  if (starts_ranks(word)) {
    const Command& run = *find_command(table, "run");
    return misplaced_program(run, run.prepare()->syntax(), word);
  }
  if (word == "version") {
    return "no file and no command 'version'; did you mean 'dps --version'?";
  }
  std::string neither = "no file and " + unknown_command(table, word);
  if (meant_command(table, word)) {
    return neither;
  }
  if (const std::string file = similar_file(word); !file.empty()) {
    return fmt::format("there is no file '{}'; did you mean '{}'?", printable(word), file);
  }
  const bool is_path = word.find_first_of("./") != std::string::npos;
  return is_path ? "" : neither;
}

std::string unknown_command(CommandTable table, const std::string& word) {
  const auto meant = meant_command(table, word);
  return fmt::format("no command '{}'; {}", printable(word),
                     meant ? fmt::format("did you mean 'dps {}'?", *meant)
                           : std::string("'dps help' lists the commands"));
}

std::string unknown_option(CommandTable table, const Command& command, const Syntax& syntax,
                           const std::string& name) {
  if (const std::string others = owners(table, name); !others.empty()) {
    return fmt::format("dps {} has no option {}{}", command.name, name, others);
  }
  std::vector<std::string> names = names_of(syntax);
  names.insert(names.end(), {"--help", "--version"});
  return fmt::format("dps {} has no option '{}'{}", command.name, printable(name),
                     name.size() > 2 ? did_you_mean(name, names) : "");
}

std::string unknown_word(std::string_view owner, const Value& kind, const std::string& value) {
  if (owner == "--launcher" && (value == "rsh" || value == "rexec")) {
    return fmt::format(
        "--launcher: {} is not supported: it neither authenticates hosts nor encrypts; ssh reaches "
        "the same hosts once they have your key (ssh-copy-id HOST)",
        value);
  }
  if (owner == "dps machine" && machine_path(value) != value) {
    return fmt::format("dps machine: did you mean 'dps machine show {}'?", value);
  }
  const std::vector<std::string> words(kind.words.begin(), kind.words.end());
  return fmt::format("{}: expected {}, got '{}'{}", owner, text::listed(words, "or"),
                     printable(value), did_you_mean(value, words));
}

std::string missing_operand(const Command& command, const Syntax& syntax, const Operand& operand) {
  const std::string name(command.name);
  const std::string file =
      is_there(name) ? fmt::format("; for the file '{0}' write ./{0}", name) : std::string();
  const std::string other =
      command.other_usage.empty() ? "" : fmt::format(", or {}", command.other_usage);
  return fmt::format("dps {} needs {}; usage: {}{}{}", name, operand.value.name,
                     usage_of(command, syntax), other, file);
}

namespace {

/// Options that are not valid for MPI programs, and the explanations.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kInstead{
    {{"--hosts", "the command itself places its ranks"},
     {"--launcher", "the command itself starts its ranks"},
     {"--transport", "the MPI library of the program carries its messages"},
     {"--set",
      "the command has its own arguments; 'dps sweep --set n=1,2 -- mpirun ./app {n}' varies them"},
     {"--seed", "the program draws its own random numbers"},
     {"--costs",
      "'dps run --costs-out FILE -- COMMAND' measures a program, and '--compute fixed:FILE' uses "
      "its times"},
     {"--measure-from", "dps_phase(\"name\") in the program separates its beginning"},
     {"--for", "--timeout TIME ends a program, whose profile is then incomplete"},
     {"--slow",
      "only blueprints have requests; --latencies prints the times of a program's messages"},
     {"--what-if",
      "'dps predict --set-machine KEY*=FACTOR -- COMMAND' changes the machine, and 'dps compare' "
      "the results"},
     {"--until-error", "--runs N starts the command N times"}}};

}  // namespace

std::string refused_with_program(const Syntax& syntax, const Option& option) {
  const auto allowed = syntax.program_options;
  if (std::find(allowed.begin(), allowed.end(), option.name) != allowed.end()) {
    return "";
  }
  const auto found = std::find_if(kInstead.begin(), kInstead.end(),
                                  [&](const auto& row) { return row.first == option.name; });
  return fmt::format("{} does not go with '-- COMMAND': {}", option.name,
                     found != kInstead.end() ? found->second : "it is an option for blueprints");
}

std::string surplus_operand(CommandTable table, const Command& command, const Syntax& syntax,
                            const SurplusOperand& surplus) {
  const auto& [first, word] = surplus;
  const bool is_after_dashes = word.starts_with('-');  // otherwise it would be an option
  if (starts_ranks(first) || (is_after_dashes && syntax.program == nullptr)) {
    return misplaced_program(command, syntax, first);
  }
  if (find_command(table, word) != nullptr) {
    return fmt::format("unexpected '{0}': the command comes first, as in 'dps {0} {1}'", word,
                       printable(first));
  }
  if (!syntax.operands.empty()) {
    return fmt::format("unexpected '{}' after {}", printable(word),
                       syntax.operands.back().value.name);
  }
  return fmt::format("dps {0} takes options only, got '{1}'; did you mean --hosts {1}?",
                     command.name, printable(word));
}

}  // namespace dps::commands
