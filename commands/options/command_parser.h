/// Parses the options and operands of one command.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/options/words.h"
#include "commands/options/command.h"

namespace dps::commands {

/// Parses the words of a command. "--" ends the options; a command that runs programs takes the
/// words after it as a program.
class CommandParser {
 public:
  /// All are borrowed.
  CommandParser(CommandTable table, const Command& command, PreparedCommand& prepared)
      : table_(table), command_(command), syntax_(prepared.syntax()), common_(prepared.common()) {}

  /// Stores the values in the options of the command, and the files among them in its inputs and
  /// outputs. Returns the first error, or "".
  std::string parse(std::span<const std::string> given);

 private:
  using Words = std::span<const std::string>;

  /// The error for words that are not options with their values; "" if there is none.
  std::string mistake_in(const options::ParsedWords& parsed) const;
  std::string store(const Option& option, const std::string& value);
  std::string take_operand(const std::string& word);
  /// The words, with a mark in front of operands that begin with '-'.
  [[nodiscard]] std::vector<std::string> with_marked_operands(Words words) const;
  /// Takes the words after "--".
  std::string take_rest(Words words);
  std::string take_program(Words words);
  void note_file(const Value& kind, const std::string& path);

  CommandTable table_;
  const Command& command_;
  const Syntax& syntax_;
  CommonOptions& common_;
  std::set<const Option*> given_;
  std::size_t operands_ = 0;
  bool has_program_ = false;
  std::string first_operand_;
};

}  // namespace dps::commands
