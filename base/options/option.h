/// Options and operands as data. The parser, --help and the completions of the shells read the same
/// rows; each row stores its values in a struct of options of a command.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dps::options {

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

/// The value of an option or an operand.
struct Value {
  std::string_view name;  ///< in --help: "LEVEL"; empty: an option without a value
  ValueKind kind = ValueKind::kText;
  std::string_view role{};                    ///< of a file, in errors: "the machine file"
  std::span<const std::string_view> words{};  ///< the only values, if there are few
};

/// Checks a value and stores it. Returns the error, or "".
using Setter = std::function<std::string(const std::string& value)>;

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
  bool repeats = false;    ///< the last operand of a command, which then takes all further words
  bool has_signs = false;  ///< a word that begins with '-' and is no option is an operand
};

/// The options and operands of a command. The rows refer to a struct of options, which outlives
/// them.
struct Syntax {
  std::vector<Operand> operands;
  std::vector<Option> options;
  /// The words after "--", which replace the operands; null: the command takes none.
  std::vector<std::string>* program = nullptr;
  /// The options that may precede "-- COMMAND".
  std::span<const std::string_view> program_options{};

  Syntax& add(Option option);
  Syntax& add(std::vector<Option> more);
  [[nodiscard]] const Option* find(std::string_view name) const;  ///< by either name; or null
};

}  // namespace dps::options
