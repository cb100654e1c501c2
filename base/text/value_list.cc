#include "base/text/value_list.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/decimal.h"
#include "base/text/exact_quantities.h"

namespace dps::text {
namespace {

constexpr double kMostExactWhole = 9007199254740992;  // 2^53
/// A range ends at its last number even if a sum of steps misses it by a rounding error.
constexpr double kRounding = 1e-9;

/// Takes a number, perhaps with a sign, off the front of `text`. The point of ".." is not its own.
std::optional<double> take_number(std::string_view& text) {
  std::string_view rest = text;
  const bool is_negative = rest.starts_with('-');
  rest.remove_prefix(is_negative ? 1 : 0);
  std::string_view before_range = rest.substr(0, rest.find(".."));
  const auto number = take_decimal(before_range);
  if (!number) {
    return std::nullopt;
  }
  const double value = nearest_double(*number);
  rest.remove_prefix(number->written.size());
  text = rest;
  return is_negative && value != 0 ? -value : value;
}

/// Reads one item of a list; the errors have places within the item.
class ItemReader {
 public:
  explicit ItemReader(std::string_view item) : item_(item), rest_(item) {}

  tl::expected<ListedRange, Misprint> read() {
    ListedRange range;
    if (!take(range.first)) {
      return expected_number();
    }
    if (rest_.empty()) {
      return range;
    }
    if (!rest_.starts_with("..")) {
      return misprint(rest_.substr(0, 1), "expected ',' or '..' after the number, got '" +
                                              printable(rest_.substr(0, 1)) + "'");
    }
    range.is_range = true;
    rest_.remove_prefix(2);
    if (!take(range.last)) {
      return expected_number();
    }
    if (auto wrong = read_step(range)) {
      return tl::unexpected(*std::move(wrong));
    }
    return check(range);
  }

 private:
  bool take(double& value) {
    std::string_view rest = rest_;
    const auto number = take_number(rest);
    if (!number || !std::isfinite(*number)) {
      return false;
    }
    rest_ = rest;
    value = *number;
    return true;
  }

  std::optional<Misprint> read_step(ListedRange& range) {
    step_ = rest_;
    if (rest_.empty()) {
      return std::nullopt;
    }
    const char sign = rest_.front();
    if (sign != ':' && sign != '+' && sign != '*') {
      return misprint(
                 rest_.substr(0, 1),
                 fmt::format("expected ':STEP', '+STEP' or '*FACTOR' after the range, got '{}'",
                             printable(rest_)))
          .value();
    }
    range.kind = sign == '*' ? RangeStep::kMultiply : RangeStep::kAdd;
    rest_.remove_prefix(1);
    if (!take(range.step)) {
      return expected_number().value();
    }
    return rest_.empty() ? std::nullopt
                         : std::optional(misprint(rest_, "unexpected '" + printable(rest_) +
                                                             "' after the step")
                                             .value());
  }

  /// The range, unless it has no values, or too many.
  [[nodiscard]] tl::expected<ListedRange, Misprint> check(const ListedRange& range) const;

  [[nodiscard]] tl::unexpected<Misprint> misprint(std::string_view part, std::string text) const {
    return tl::unexpected(Misprint{static_cast<std::size_t>(part.data() - item_.data()),
                                   part.size(), std::move(text)});
  }
  [[nodiscard]] tl::unexpected<Misprint> expected_number() const {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(":*"));
    return misprint(word, word.empty() ? std::string("expected a number")
                                       : "expected a number, got '" + printable(word) + "'");
  }

  std::string_view item_;
  std::string_view rest_;
  std::string_view step_;
};

tl::expected<ListedRange, Misprint> ItemReader::check(const ListedRange& range) const {
  const auto& [first, is_range, last, step, kind] = range;
  if (kind == RangeStep::kMultiply) {
    if (first <= 0 || last <= 0) {
      return misprint(item_, "a range with a factor must begin and end with positive numbers");
    }
    if (step <= 0 || step == 1) {
      return misprint(step_, "a factor must be positive and not 1");
    }
    if (first != last && (first < last) != (step > 1)) {
      return misprint(step_, fmt::format("the factor leads away from {}", number_text(last)));
    }
    return range;
  }
  if (step == 0) {
    return misprint(step_, "the step must not be 0");
  }
  if (first != last && (first < last) != (step > 0)) {
    return step_.empty()
               ? misprint(item_, fmt::format("{0} is greater than {1}, so the range has no values; "
                                             "{0}..{1}:-1 counts down",
                                             number_text(first), number_text(last)))
               : misprint(step_, fmt::format("the step leads away from {}", number_text(last)));
  }
  return range;
}

/// The number of values of a range; may exceed all limits.
double count_of(const ListedRange& range) {
  if (!range.is_range) {
    return 1;
  }
  const double steps = range.kind == RangeStep::kMultiply
                           ? std::log(range.last / range.first) / std::log(range.step)
                           : (range.last - range.first) / range.step;
  return std::floor(steps + kRounding) + 1;
}

/// A whole number, or the nearest one with twelve significant digits.
double rounded(double value) {
  if (value == std::floor(value) && std::abs(value) <= kMostExactWhole) {
    return value;
  }
  const std::string digits = fmt::format("{:.12g}", std::abs(value));
  const auto number = read_decimal(digits);
  const double size = number ? nearest_double(*number) : std::abs(value);
  return std::copysign(size, value);
}

void append_values(const ListedRange& range, std::vector<double>& values) {
  const auto count = static_cast<std::size_t>(count_of(range));
  for (std::size_t i = 0; i < count; ++i) {
    const auto steps = static_cast<double>(i);
    const double value = !range.is_range ? range.first
                         : range.kind == RangeStep::kMultiply
                             ? range.first * std::pow(range.step, steps)
                             : range.first + range.step * steps;
    values.push_back(range.is_range ? rounded(value) : value);
  }
}

std::string print_range(const ListedRange& range) {
  if (!range.is_range) {
    return number_text(range.first);
  }
  std::string text = number_text(range.first) + ".." + number_text(range.last);
  if (range.kind == RangeStep::kMultiply) {
    return text + "*" + number_text(range.step);
  }
  return range.step == 1 ? text : text + ":" + number_text(range.step);
}

/// Removes the units from a range such as "1us..16us*2" or "1e-5..4e-5*2 seconds", with the blanks
/// before them, and stores their positions.
class UnitStripper {
 public:
  explicit UnitStripper(std::string_view item) {
    for (std::size_t i = 0; i < item.size();) {
      const std::size_t unit = std::min(item.find_first_not_of(' ', i), item.size());
      const std::size_t size = unit_size(item, unit);
      if (size == 0) {
        plain_ += item[i];
        places_.push_back(i);
        ++i;
      } else {
        units_.push_back({unit, item.substr(unit, size)});
        end_ = item.substr(i, unit + size - i);
        i = unit + size;
      }
    }
    places_.push_back(item.size());
  }

  [[nodiscard]] const std::string& plain() const { return plain_; }
  [[nodiscard]] std::string_view unit() const {
    return units_.empty() ? std::string_view() : units_.back().text;
  }
  /// The end of every value: the last unit, with the blanks before it.
  [[nodiscard]] std::string_view end() const { return end_; }
  /// A unit that differs from the others; nullopt if there is none.
  [[nodiscard]] std::optional<Misprint> different_unit() const {
    for (const UnitText& unit : units_) {
      if (unit.text != this->unit()) {
        return Misprint{unit.begin, unit.text.size(),
                        fmt::format("a range must have one unit, got '{}' and '{}'",
                                    printable(unit.text), printable(this->unit()))};
      }
    }
    return std::nullopt;
  }
  /// The place in the item for a place in the plain text.
  [[nodiscard]] std::size_t place(std::size_t plain) const {
    return places_[std::min(plain, places_.size() - 1)];
  }

 private:
  struct UnitText {
    std::size_t begin;
    std::string_view text;
  };

  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
  /// The size of the unit that begins here; 0 if none does. The "e" of an exponent is none.
  static std::size_t unit_size(std::string_view item, std::size_t begin) {
    std::size_t end = begin;
    while (end < item.size() && (is_letter(item[end]) || (end > begin && item[end] == '/'))) {
      ++end;
    }
    const bool is_exponent = end == begin + 1 && (item[begin] == 'e' || item[begin] == 'E');
    return is_exponent ? 0 : end - begin;
  }

  std::string plain_;
  std::vector<std::size_t> places_;  // by byte of plain_
  std::vector<UnitText> units_;
  std::string_view end_;
};

/// A positive number without an exponent.
std::string fixed_text(double value) {
  constexpr std::size_t kLongest = 400;
  std::array<char, kLongest> text{};
  const auto [end, error] =
      std::to_chars(text.begin(), text.end(), value, std::chars_format::fixed);
  return {text.begin(), end};
}

tl::expected<std::vector<std::string>, Misprint> machine_range(std::string_view item) {
  const UnitStripper stripped(item);
  if (auto different = stripped.different_unit()) {
    return tl::unexpected(*std::move(different));
  }
  const auto list = parse_values(stripped.plain());
  if (!list) {
    const std::size_t begin = stripped.place(list.error().begin);
    return tl::unexpected(Misprint{
        begin, stripped.place(list.error().begin + list.error().size) - begin, list.error().text});
  }
  std::vector<std::string> values;
  for (const double value : expand(*list)) {
    values.push_back(fixed_text(value) + std::string(stripped.end()));
  }
  return values;
}

}  // namespace

bool is_list(std::string_view text) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if ((text[i] == ',' && depth <= 0) || text.substr(i).starts_with("..")) {
      return true;
    }
  }
  return false;
}

tl::expected<ValueList, Misprint> parse_values(std::string_view text, std::size_t most) {
  ValueList list;
  std::map<double, std::size_t> seen;
  double count = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view item = text.substr(begin, end - begin);
    auto range = ItemReader(item).read();
    if (!range) {
      range.error().begin += begin;
      return tl::unexpected(range.error());
    }
    count += count_of(*range);
    if (!(count <= static_cast<double>(most))) {
      return tl::unexpected(Misprint{begin, item.size(), fmt::format("more than {} values", most)});
    }
    std::vector<double> values;
    append_values(*range, values);
    for (const double value : values) {
      if (!seen.emplace(value, begin).second) {
        return tl::unexpected(Misprint{begin, item.size(), number_text(value) + " occurs twice"});
      }
    }
    list.push_back(*range);
    begin = end + 1;
  }
  return list;
}

std::optional<ListedRange> read_range(std::string_view text) {
  const auto range = ItemReader(text).read();
  return range && range->is_range ? std::optional(*range) : std::nullopt;
}

std::string print_values(const ValueList& list) {
  std::string text;
  for (const ListedRange& range : list) {
    text += (text.empty() ? "" : ",") + print_range(range);
  }
  return text;
}

std::vector<double> expand(const ValueList& list) {
  std::vector<double> values;
  for (const ListedRange& range : list) {
    append_values(range, values);
  }
  return values;
}

std::optional<double> read_number(std::string_view text) {
  const auto number = take_number(text);
  return number && text.empty() && std::isfinite(*number) ? number : std::nullopt;
}

std::string number_text(double value) {
  return fmt::format("{}", value);
}

std::size_t end_of_machine_value(std::string_view text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    depth += text[i] == '[' ? 1 : text[i] == ']' ? -1 : 0;
    if (text[i] == ',' && depth <= 0) {
      return i;
    }
  }
  return text.size();
}

tl::expected<std::vector<std::string>, Misprint> parse_machine_values(std::string_view text) {
  std::vector<std::string> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = end_of_machine_value(text, begin);
    const std::string_view item = text.substr(begin, end - begin);
    if (item.empty()) {
      return tl::unexpected(Misprint{begin, 0, "expected a value"});
    }
    if (item.find("..") == std::string_view::npos) {
      values.emplace_back(item);
    } else {
      auto range = machine_range(item);
      if (!range) {
        range.error().begin += begin;
        return tl::unexpected(range.error());
      }
      values.insert(values.end(), range->begin(), range->end());
    }
    if (values.size() > kMostValues) {
      return tl::unexpected(
          Misprint{begin, item.size(), fmt::format("more than {} values", kMostValues)});
    }
    begin = end + 1;
  }
  return values;
}

std::optional<MachineNumber> machine_number(std::string_view text) {
  constexpr double kAttosecondsOfSecond = 1e18;
  if (const auto time = read_time(text)) {
    return MachineNumber{static_cast<double>(time->count()) / kAttosecondsOfSecond, "s"};
  }
  if (const auto rate = read_bandwidth(text)) {
    return MachineNumber{static_cast<double>(rate->bits), "bit/s"};
  }
  if (const auto bytes = read_bytes(text)) {
    return MachineNumber{static_cast<double>(*bytes), "B"};
  }
  const auto number = read_number(text);
  return number ? std::optional(MachineNumber{*number, ""}) : std::nullopt;
}

}  // namespace dps::text
