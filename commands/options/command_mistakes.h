/// Errors about the words of a command line, with the probable intention.
#pragma once

#include <string>

#include "commands/options/command.h"

namespace dps::commands {

/// The error for a first word that is not a command, if it cannot be a blueprint either because no
/// file has that name; else "".
std::string mistaken_command(CommandTable table, const std::string& word);

/// The error for a name that no command has.
std::string unknown_command(CommandTable table, const std::string& word);

/// Returns true if the word is mpirun or the like.
bool starts_ranks(const std::string& word);

/// The error for a program, which begins with `word`, in place of the file that `command` expects.
std::string misplaced_program(const Command& command, const Syntax& syntax,
                              const std::string& word);

/// The error for an option that the command does not have.
std::string unknown_option(CommandTable table, const Command& command, const Syntax& syntax,
                           const std::string& name);

/// The error for a value that is not among the words of the option or operand that `owner` names.
std::string unknown_word(std::string_view owner, const Value& kind, const std::string& value);

/// The error for a missing operand. The user may have meant a file with the name of the command.
std::string missing_operand(const Command& command, const Syntax& syntax, const Operand& operand);

/// The error if the option cannot be combined with "-- COMMAND"; else "".
std::string refused_with_program(const Syntax& syntax, const Option& option);

/// An operand that a command does not take.
struct SurplusOperand {
  std::string first;  ///< the first operand
  std::string word;
};
std::string surplus_operand(CommandTable table, const Command& command, const Syntax& syntax,
                            const SurplusOperand& surplus);

}  // namespace dps::commands
