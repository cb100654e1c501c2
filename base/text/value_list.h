/// The values of `--set NAME=VALUES` of a sweep, and of a model: numbers and ranges.
/// Source: docs/sweep.md, "Values".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dps::text {

inline constexpr std::size_t kMostValues = 10'000;

enum class RangeStep : std::uint8_t { kAdd, kMultiply };

/// A range; a single number uses only `first`.
struct ListedRange {
  double first = 0;
  bool is_range = false;
  double last = 0;
  double step = 1;
  RangeStep kind = RangeStep::kAdd;

  bool operator==(const ListedRange&) const = default;
};

/// The list's source text, item by item.
using ValueList = std::vector<ListedRange>;

/// An error in a text: its place in bytes, and its description.
struct Misprint {
  std::size_t begin = 0;
  std::size_t size = 0;
  std::string text;
};

/// True if the text has commas outside parentheses, or "..": a list, which may be wrong. Other
/// texts are expressions.
bool is_list(std::string_view text);

/// Reads a list. Errors: a text that is no number or range, a range without values or with a step
/// that does not lead to its end, more than `most` values, a value that occurs twice.
tl::expected<ValueList, Misprint> parse_values(std::string_view text,
                                               std::size_t most = kMostValues);

/// The only item of a list, if it is a range.
std::optional<ListedRange> read_range(std::string_view text);

/// Formats the list so that parse_values() returns it.
std::string print_values(const ValueList& list);

/// All values of a list that parse_values() has read, in order.
std::vector<double> expand(const ValueList& list);

/// The values of `--set-machine KEY=VALUES`: words and numbers with units as they are written, and
/// ranges of numbers of one unit ("1..16us*2", "1e-5..4e-5*2 seconds"), separated by commas.
/// Errors: those of parse_values(), an empty value, different units in a range.
tl::expected<std::vector<std::string>, Misprint> parse_machine_values(std::string_view text);

/// The end of the value that begins at `begin`: a comma that is not within "[4,4]", or the end.
std::size_t end_of_machine_value(std::string_view text, std::size_t begin);

/// A value of a machine as a number: seconds, bits per second, bytes, or a number without a unit.
struct MachineNumber {
  double value = 0;
  std::string_view unit;  ///< "s", "bit/s", "B" or ""
};
std::optional<MachineNumber> machine_number(std::string_view text);

/// The whole of `text` as a finite number, perhaps with a sign.
std::optional<double> read_number(std::string_view text);

/// The shortest text that parses to exactly this number.
std::string number_text(double value);

}  // namespace dps::text
