/// Parses the options and operands of one command.
#pragma once

#include <set>
#include <span>
#include <string>

#include "commands/options/option.h"

namespace dps::coordinator {

/// Options and operands may be mixed; "--" ends the options. "--level unit" and "--level=unit" are
/// the same, and so are "-o FILE" and "-oFILE".
class CommandParser {
 public:
  CommandParser(const Command& command, CommandLine& line) : command_(command), line_(line) {}

  /// Stores the values in the command line, and the files among them in its inputs and outputs.
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
  [[nodiscard]] const Option* find_option(std::string_view name) const;
  void note_file(const Value& kind, const std::string& path);

  const Command& command_;  // borrowed
  CommandLine& line_;       // borrowed
  std::set<const Option*> given_;
  std::size_t operands_ = 0;
};

}  // namespace dps::coordinator
