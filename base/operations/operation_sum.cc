#include "base/operations/operation_sum.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/operations/operations.h"
#include "base/suggestion.h"
#include "base/text/decimal.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"

namespace dps::operations {
namespace {

using dps::text::Range;
using dps::text::range_of;

constexpr std::size_t kMostNested = 64;  // Source: docs/language.md, "Limits"

/// A number, or a sum of operations.
struct Value {
  Range place;
  double number = 0;  ///< of a number
  bool is_sum = false;
  std::vector<OperationCount> counts{};  ///< of a sum, by operation; counts may be below 0
};

constexpr bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::vector<std::string> names_of_operations() {
  std::vector<std::string> names;
  for (const ParasolOperation& operation : all_operations()) {
    names.emplace_back(operation.name);
  }
  return names;
}

/// a + factor * b.
std::vector<OperationCount> merged(const std::vector<OperationCount>& a,
                                   const std::vector<OperationCount>& b, double factor) {
  std::vector<OperationCount> all;
  all.reserve(a.size() + b.size());
  auto left = a.begin();
  auto right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->operation < right->operation)) {
      all.push_back(*left++);
    } else if (left == a.end() || right->operation < left->operation) {
      all.push_back({right->operation, factor * right->count});
      ++right;
    } else {
      all.push_back({left->operation, left->count + factor * right->count});
      ++left;
      ++right;
    }
  }
  return all;
}

/// Each function returns nullopt after a mistake, of which only the first one is kept.
class SumReader {
 public:
  explicit SumReader(std::string_view text) : text_(text) { skip_blanks(); }

  tl::expected<std::vector<OperationCount>, SumMistake> read() {
    auto value = sum();
    if (value && at_ < text_.size()) {
      value = fail(next(), text_[at_] == ')' ? "')' has no '(' before it"
                                             : fmt::format("expected +, -, * or / before {}",
                                                           dps::text::quoted(part(next()))));
    }
    if (value && !value->is_sum) {
      value =
          fail(value->place, "a sum must be a time, such as '4*ila + goto', but this is a number");
    }
    if (value) {
      check_counts(value->counts);
    }
    if (mistake_) {
      return tl::unexpected(std::move(*mistake_));
    }
    std::erase_if(value->counts, [](const OperationCount& term) { return term.count == 0; });
    return std::move(value->counts);
  }

 private:
  [[nodiscard]] std::string_view part(Range range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }

  std::nullopt_t fail(Range place, std::string text) {
    if (!mistake_) {
      mistake_ = {std::move(text), place};
    }
    return std::nullopt;
  }

  void skip_blanks() {
    while (at_ < text_.size() && dps::text::is_blank(text_[at_])) {
      ++at_;
    }
  }

  /// The word or the byte at the current position; empty at the end.
  [[nodiscard]] Range next() const {
    std::size_t end = std::min(at_ + 1, text_.size());
    if (at_ < text_.size() && is_name_byte(text_[at_])) {
      while (end < text_.size() && is_name_byte(text_[end])) {
        ++end;
      }
    }
    while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xC0U) == 0x80U) {
      ++end;  // the rest of a character of several bytes
    }
    return range_of(at_, end);
  }

  /// Takes one of these symbols; '\0' if none follows.
  char take(std::string_view symbols) {
    if (at_ == text_.size() || symbols.find(text_[at_]) == std::string_view::npos) {
      return '\0';
    }
    const char symbol = text_[at_++];
    skip_blanks();
    return symbol;
  }

  /// Operands joined by these symbols, from left to right.
  template <typename Operand, typename Join>
  std::optional<Value> chain(std::string_view symbols, Operand operand, Join join) {
    auto left = operand();
    while (left) {
      const char symbol = take(symbols);
      if (symbol == '\0') {
        break;
      }
      const auto right = operand();
      left = right ? join(std::move(*left), *right, symbol) : std::nullopt;
    }
    return left;
  }

  std::optional<Value> sum() {
    return chain(
        "+-", [this] { return product(); },
        [this](Value left, const Value& right, char symbol) {
          return added(std::move(left), right, symbol == '-' ? -1 : 1);
        });
  }

  std::optional<Value> added(Value left, const Value& right, double sign) {
    if (left.is_sum != right.is_sum) {
      const Value& number = left.is_sum ? right : left;
      return fail(number.place, fmt::format("{} is a number, which cannot be added to a time or "
                                            "subtracted from one; a count is multiplied by an "
                                            "operation",
                                            dps::text::quoted(part(number.place))));
    }
    left.place.end = right.place.end;
    left.number += sign * right.number;
    left.counts = merged(left.counts, right.counts, sign);
    return checked(std::move(left));
  }

  std::optional<Value> product() {
    return chain(
        "*/", [this] { return factor(); },
        [this](Value left, const Value& right, char symbol) {
          return symbol == '*' ? multiplied(std::move(left), right)
                               : divided(std::move(left), right);
        });
  }

  std::optional<Value> multiplied(Value left, const Value& right) {
    if (left.is_sum && right.is_sum) {
      return fail({left.place.begin, right.place.end},
                  "two times cannot be multiplied; a count is multiplied by an operation");
    }
    Value value{{left.place.begin, right.place.end},
                left.number * right.number,
                left.is_sum || right.is_sum,
                merged({}, left.is_sum ? left.counts : right.counts,
                       left.is_sum ? right.number : left.number)};
    return checked(std::move(value));
  }

  std::optional<Value> divided(Value left, const Value& right) {
    if (right.is_sum) {
      return fail(right.place, fmt::format("{} is a time, but a divisor must be a number",
                                           dps::text::quoted(part(right.place))));
    }
    if (right.number == 0) {
      return fail(right.place, "division by zero");
    }
    left.place.end = right.place.end;
    left.number /= right.number;
    for (OperationCount& term : left.counts) {
      term.count /= right.number;
    }
    return checked(std::move(left));
  }

  std::optional<Value> checked(Value value) {
    const bool is_finite =
        std::isfinite(value.number) &&
        std::all_of(value.counts.begin(), value.counts.end(),
                    [](const OperationCount& term) { return std::isfinite(term.count); });
    return is_finite ? std::optional(std::move(value))
                     : fail(value.place, "the number is too large");
  }

  std::optional<Value> factor() {
    const auto begin = static_cast<std::uint32_t>(at_);
    if (nested_ > kMostNested) {  // the operand within them is not a level
      return fail(next(), fmt::format("the sum has more than {} levels of brackets and signs",
                                      kMostNested));
    }
    ++nested_;
    auto value = signed_or_primary(begin);
    --nested_;
    return value;
  }

  std::optional<Value> signed_or_primary(std::uint32_t begin) {
    const char sign = take("-+");
    if (sign == '\0') {
      return primary(begin);
    }
    auto value = factor();
    if (value) {
      value->place.begin = begin;
      value->number = sign == '-' ? -value->number : value->number;
      value->counts = merged({}, value->counts, sign == '-' ? -1 : 1);
    }
    return value;
  }

  std::optional<Value> primary(std::uint32_t begin) {
    if (take("(") != '\0') {
      auto value = sum();
      if (value && (at_ == text_.size() || text_[at_] != ')')) {
        return fail({begin, begin + 1}, "'(' has no ')' after it");
      }
      if (value) {
        value->place = range_of(begin, at_ + 1);
        take(")");
      }
      return value;
    }
    std::string_view rest = text_.substr(at_);
    if (const auto number = dps::text::take_decimal(rest)) {
      return number_of(*number, range_of(at_, text_.size() - rest.size()));
    }
    return at_ < text_.size() && is_name_byte(text_[at_]) ? operation() : missing();
  }

  std::nullopt_t missing() {
    return at_ == text_.size()
               ? fail(range_of(at_, at_), text_.empty() ? "the sum is empty"
                                                        : "the sum ends where an operation or a "
                                                          "number is expected")
               : fail(next(), fmt::format("expected an operation, a number or '(', got {}",
                                          dps::text::quoted(part(next()))));
  }

  std::optional<Value> number_of(const dps::text::Decimal& number, Range place) {
    at_ = place.end;
    if (at_ < text_.size() && (is_name_byte(text_[at_]) || text_[at_] == '.')) {
      const Range word = range_of(place.begin, next().end);
      return fail(word, fmt::format("{} is neither a number nor an operation{}",
                                    dps::text::quoted(part(word)),
                                    find_operation(part(next()))
                                        ? fmt::format("; write '{}*{}'", part(place), part(next()))
                                        : ""));
    }
    skip_blanks();
    return checked({place, dps::text::nearest_double(number)});
  }

  std::optional<Value> operation() {
    const Range place = next();
    const std::string_view name = part(place);
    const auto found = find_operation(name);
    if (!found) {
      const std::string_view meant = meant_operation(name);
      return fail(place, fmt::format("unknown operation {}{}", dps::text::quoted(name),
                                     meant.empty() ? did_you_mean(name, names_of_operations())
                                                   : fmt::format("; did you mean '{}'?", meant)));
    }
    at_ = place.end;
    skip_blanks();
    const auto number = static_cast<std::uint32_t>(*found);
    if (!first_place_[number]) {
      first_place_[number] = place;
    }
    return Value{place, 0, true, {{number, 1}}};
  }

  void check_counts(const std::vector<OperationCount>& counts) {
    for (const OperationCount& term : counts) {
      if (term.count < 0) {
        fail(*first_place_[term.operation],
             fmt::format("the count of '{}' is negative: {}", all_operations()[term.operation].name,
                         term.count));
        return;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t nested_ = 0;
  std::array<std::optional<Range>, kOperationCount> first_place_{};
  std::optional<SumMistake> mistake_;
};

}  // namespace

tl::expected<std::vector<OperationCount>, SumMistake> read_operation_sum(std::string_view sum) {
  return SumReader(sum).read();
}

std::string sum_text(std::span<const OperationCount> counts) {
  std::string text;
  for (const OperationCount& term : counts) {
    const std::string_view name = all_operations()[term.operation].name;
    text += text.empty() ? "" : " + ";
    text += term.count == 1 ? std::string(name) : fmt::format("{}*{}", term.count, name);
  }
  return text.empty() ? "0" : text;
}

}  // namespace dps::operations
