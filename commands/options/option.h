/// The command line as data: options, operands and commands. The parser, --help and the completions
/// of the shells read the same rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/cli/command_line.h"

namespace dps::coordinator {

/// The meaning of a value. It determines how the value is completed, and which files a command
/// line reads and writes.
enum class ValueKind : std::uint8_t {
  kText,
  kInput,       ///< a file that the command reads
  kOutput,      ///< a file that the command writes
  kHosts,       ///< a hosts file or a node set
  kMachine,     ///< a machine file or a machine of the library
  kVariable,    ///< NAME=VALUE
  kMachineKey,  ///< KEY=VALUE, of a machine
};

struct Value {
  std::string_view name;  ///< in --help: "LEVEL"; empty: an option without a value
  ValueKind kind = ValueKind::kText;
  std::string_view role{};                    ///< of a file, in errors: "the machine file"
  std::span<const std::string_view> words{};  ///< the only values, if there are few
};

/// Stores a value in the command line. Returns the error, or "".
using Setter = std::string (*)(CommandLine& line, const std::string& value);

struct Option {
  std::string_view name;        ///< "--level"; or "-o", if there is no long name
  std::string_view short_name;  ///< "-q"; may be empty
  Value value;
  std::string_view text;  ///< for --help: a phrase without a full stop
  Setter set;
  bool repeats = false;
};

struct Operand {
  Value value;
  std::string_view text;
  Setter set;
  bool is_optional = false;
  bool repeats = false;  ///< the last operand of a command, which then takes all further words
};

struct Example {
  std::string_view command;
  std::string_view text;
};

enum class CommandGroup : std::uint8_t { kPrograms, kResults, kMachines };

struct Command {
  std::string_view name;
  CommandGroup group;
  std::string_view summary;  ///< a sentence without a full stop
  std::vector<Operand> operands;
  std::vector<const Option*> options;  ///< common_options() follow them
  std::vector<Example> examples;
  /// Words of other programs for which this command is suggested.
  std::vector<std::string_view> also_known_as;
  const Option* needs = nullptr;      ///< without which the command is refused
  std::string_view other_usage = {};  ///< a second form of the command, for --help
  bool takes_program = false;         ///< "-- COMMAND" in place of the operands
};

/// "dps check BLUEPRINT [OPTION]..."
std::string usage_of(const Command& command);

/// All commands, in the order of --help.
std::span<const Command> command_table();
const Command* find_command(std::string_view name);  ///< "machines" is "machine"; or null

/// Options of every command: --quiet, --color. The parser itself handles --help and --version.
std::span<const Option* const> common_options();

}  // namespace dps::coordinator
