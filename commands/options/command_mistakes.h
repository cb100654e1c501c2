/// Errors about the words of a command line, with what was probably meant.
#pragma once

#include <string>

#include "commands/options/command.h"

namespace dps::commands {

/// For a first word that is no command: the error if it cannot be a blueprint either, because there
/// is no file of that name; else "".
std::string mistaken_command(CommandTable table, const std::string& word);

/// No command has this name.
std::string unknown_command(CommandTable table, const std::string& word);

/// Returns true if the word is mpirun or the like.
bool starts_ranks(const std::string& word);

/// A command that begins with `word` and starts an MPI program, where `command` expects a file.
std::string misplaced_program(const Command& command, const Syntax& syntax,
                              const std::string& word);

/// The command has no such option.
std::string unknown_option(CommandTable table, const Command& command, const Syntax& syntax,
                           const std::string& name);

/// The value is not among the words of the option or operand that `owner` names.
std::string unknown_word(std::string_view owner, const Value& kind, const std::string& value);

/// The operand is not given. A file with the name of the command is probably meant.
std::string missing_operand(const Command& command, const Syntax& syntax, const Operand& operand);

/// The option does not go with "-- COMMAND"; "" if it does.
std::string refused_with_program(const Syntax& syntax, const Option& option);

/// An operand that a command does not take.
struct SurplusOperand {
  std::string first;  ///< the first operand
  std::string word;
};
std::string surplus_operand(CommandTable table, const Command& command, const Syntax& syntax,
                            const SurplusOperand& surplus);

}  // namespace dps::commands
