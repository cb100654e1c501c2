/// Parses the options and operands of one command.
#pragma once

#include <set>
#include <span>
#include <string>

#include "commands/options/command.h"

namespace dps::commands {

/// Options and operands may be mixed; "--" ends the options. "--level unit" and "--level=unit" are
/// the same, and so are "-o FILE" and "-oFILE".
class CommandParser {
 public:
  /// All are borrowed.
  CommandParser(CommandTable table, const Command& command, PreparedCommand& prepared)
      : table_(table), command_(command), syntax_(prepared.syntax()), common_(prepared.common()) {}

  /// Stores the values in the options of the command, and the files among them in its inputs and
  /// outputs.
  /// Returns the first error, or "".
  std::string parse(std::span<const std::string> words);

 private:
  using Words = std::span<const std::string>;

  /// Takes an option, and its value, off the front of `words`.
  std::string take_option(Words& words);
  std::string take_value(const Option& option, Words& words, std::string& value) const;
  std::string store(const Option& option, const std::string& value);
  /// The words after "--": a command to run.
  std::string take_program(Words words);
  std::string take_operand(const std::string& word);
  void note_file(const Value& kind, const std::string& path);

  CommandTable table_;
  const Command& command_;
  const Syntax& syntax_;
  CommonOptions& common_;
  std::set<const Option*> given_;
  std::size_t operands_ = 0;
  std::string first_operand_;
};

}  // namespace dps::commands
