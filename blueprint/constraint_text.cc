#include "blueprint/constraint_text.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/keywords.h"

namespace dps::blueprint {
namespace {

/// The word of a value in a table of keywords.
template <typename Table, typename Value>
std::string_view word_of(const Table& table, Value value) {
  for (const auto& row : table) {
    if (row.value == value) {
      return row.word;
    }
  }
  return "?";
}

}  // namespace

std::string_view name_of(HostVariable variable) {
  return word_of(kVariables, variable);
}

std::string memory_text(std::uint64_t bytes) {
  constexpr std::string_view kLetters = "TGM";
  std::uint64_t unit = std::uint64_t{1} << 40;
  for (const char letter : kLetters) {
    if (bytes >= unit && bytes % unit == 0) {
      return fmt::format("{}{}", bytes / unit, letter);
    }
    unit >>= 10;
  }
  return fmt::format("{}", bytes);
}

std::string number_text(HostVariable variable, std::uint64_t number) {
  return variable == HostVariable::kMemory ? memory_text(number) : fmt::format("{}", number);
}

std::string text_of(const Constraint& constraint) {
  const bool is_word =
      constraint.variable == HostVariable::kName || constraint.variable == HostVariable::kType;
  return fmt::format(
      "{} {} {}", name_of(constraint.variable), word_of(kComparisons, constraint.comparison),
      is_word ? printable(constraint.text) : number_text(constraint.variable, constraint.number));
}

}  // namespace dps::blueprint
