/// Turns the words of a command line into options with their values and operands.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/options/option.h"

namespace dps::options {

/// An option with its value, or an operand.
struct FoundWord {
  const Option* option = nullptr;  ///< null: an operand
  std::string value;               ///< "" for an option without a value
};

struct ParsedWords {
  std::vector<FoundWord> found;           ///< in the order of the command line
  std::string unknown;                    ///< the first option that no row has; "": none
  const Option* lacks_value = nullptr;    ///< an option at which the words or the value end
  const Option* surplus_value = nullptr;  ///< an option without a value that is given one
  std::string surplus_word;               ///< "--quiet=yes"
};

/// Options and operands may be mixed; "--" is none of the words. "--level unit" and "--level=unit"
/// are the same, and so are "-o FILE" and "-oFILE". A word that is the name of an option is not the
/// value of the option before it. The options are borrowed.
ParsedWords parse_words(std::span<const Option> options, std::span<const std::string> words);

/// Returns true if the option has only a few values, and this is none of them.
bool is_forbidden(const Value& kind, const std::string& value);

}  // namespace dps::options
