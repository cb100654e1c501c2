#include "base/text/node_set.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "base/host_name.h"
#include "base/text/decimal.h"
#include "base/units.h"

namespace dps::text {
namespace {

/// from-to/step. Shorter numbers are padded with zeros to `width` digits.
struct NumberRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t step = 1;
  std::size_t width = 0;

  [[nodiscard]] std::uint64_t count() const { return (to - from) / step + 1; }
};

/// Text, then the numbers of one pair of brackets. Only the last piece of an item has no numbers.
struct SetPiece {
  std::string text;
  std::vector<NumberRange> numbers;

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t count = 0;
    for (const NumberRange& each : numbers) {
      count += each.count();
    }
    return numbers.empty() ? 1 : count;
  }
};

using SetItem = std::vector<SetPiece>;

/// Advice for bytes that have a meaning in the node sets of other programs.
std::string advice_about(char c) {
  switch (c) {
    case '@':
      return "; node groups are not supported: list the names";
    case '!':
    case '&':
    case '^':
      return "; hosts are left out with -x: node[1-9] -x node[3-4]";
    case '*':
    case '?':
      return "; there are no wildcards: node[1-9] names nine hosts";
    case '{':
    case '}':
      return "; write numbers in square brackets: node[1-9]";
    case '/':
      return "; if this is meant to be a file, there is none of that name";
    default:
      return "";
  }
}

/// A printable byte that has no meaning in a node set or in TOML.
bool is_any_name_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte > ' ' && byte != 0x7f && std::string_view("\"#,[]").find(c) == std::string_view::npos;
}

bool is_name(std::string_view name, const NodeSetRules& rules) {
  return !name.empty() && name.size() <= rules.most_bytes &&
         (rules.names == NameBytes::kAny ? std::all_of(name.begin(), name.end(), is_any_name_byte)
                                         : is_host_name(name));
}

class NodeSetParser {
 public:
  NodeSetParser(const SourceMap& source, Range set, const NodeSetRules& rules, Problems& problems)
      : text_(source.text().substr(0, set.end)),
        at_(set.begin),
        rules_(rules),
        problems_(problems) {}

  /// All items; nullopt after an error.
  std::optional<std::vector<std::pair<SetItem, Range>>> parse() {
    std::vector<std::pair<SetItem, Range>> items;
    while (true) {
      const std::size_t begin = at_;
      SetItem item;
      if (!parse_item(item)) {
        return std::nullopt;
      }
      items.emplace_back(std::move(item), range_of(begin, at_));
      if (at_ == text_.size()) {
        return items;
      }
      ++at_;  // the comma
    }
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  bool fail(std::size_t begin, std::size_t end, std::string text) {
    problems_.error(range_of(begin, end), std::move(text));
    return false;
  }

  /// An item ends before a comma or at the end of the set.
  bool parse_item(SetItem& item) {
    const std::size_t begin = at_;
    item.emplace_back();
    while (!at_end() && text_[at_] != ',') {
      if (text_[at_] == '[') {
        if (!parse_brackets(item.back())) {
          return false;
        }
        item.emplace_back();
      } else if (!take_byte(item.back(), begin)) {
        return false;
      }
    }
    const bool is_last = at_end() && begin > 0 && text_[begin - 1] == ',';
    return at_ > begin ||
           fail(begin, std::min(begin + 1, text_.size()),
                is_last ? "a host name is missing after ','" : "a host name is missing");
  }

  bool take_byte(SetPiece& piece, std::size_t begin) {
    const char c = text_[at_];
    if (c == ']') {
      return fail(at_, at_ + 1, "']' has no '[' before it");
    }
    const bool is_any = rules_.names == NameBytes::kAny;
    if (!(is_any ? is_any_name_byte(c) : is_host_name_byte(c))) {
      std::size_t end = at_ + 1;
      while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80U) {
        ++end;
      }
      return fail(
          at_, end,
          quoted(text_.substr(at_, end - at_)) + " cannot be in a host name" + advice_about(c));
    }
    if (!is_any && at_ == begin && !is_host_name(text_.substr(at_, 1))) {
      return fail(at_, at_ + 1,
                  fmt::format("a host name begins with a letter or a digit, not '{}'", c));
    }
    piece.text += c;
    ++at_;
    return true;
  }

  bool parse_brackets(SetPiece& piece) {
    const std::size_t open = at_++;
    while (true) {
      NumberRange numbers;
      if (!parse_numbers(open, numbers)) {
        return false;
      }
      piece.numbers.push_back(numbers);
      if (at_end()) {
        return not_closed(open);
      }
      if (text_[at_] != ',' && text_[at_] != ']') {
        return fail(at_, at_ + 1,
                    fmt::format("expected ',' or ']' after a number, got {}",
                                quoted(text_.substr(at_, 1))));
      }
      if (text_[at_++] == ']') {
        return true;
      }
    }
  }

  bool not_closed(std::size_t open) {
    return fail(open, open + 1, "'[' is not closed; there are no blanks inside brackets");
  }

  bool parse_numbers(std::size_t open, NumberRange& numbers) {
    const std::size_t begin = at_;
    std::string_view from;
    if (!parse_number(open, from, numbers.from)) {
      return false;
    }
    numbers.to = numbers.from;
    numbers.width = from.size() > 1 && from[0] == '0' ? from.size() : 0;
    if (at_end() || text_[at_] != '-') {
      return true;
    }
    ++at_;
    std::string_view to;
    if (!parse_number(open, to, numbers.to)) {
      return false;
    }
    if (to.size() > 1 && to[0] == '0' && to.size() != from.size()) {
      return fail(begin, at_,
                  fmt::format("the number of digits in '{}-{}' is ambiguous; write {:0{}}-{}", from,
                              to, numbers.from, to.size(), to));
    }
    if (numbers.to < numbers.from) {
      return fail(begin, at_,
                  fmt::format("'{}-{}' runs backwards; write {}-{}", from, to, to, from));
    }
    return at_end() || text_[at_] != '/' || parse_step(open, numbers);
  }

  bool parse_step(std::size_t open, NumberRange& numbers) {
    const std::size_t begin = ++at_;
    std::string_view step;
    if (!parse_number(open, step, numbers.step)) {
      return false;
    }
    return numbers.step > 0 || fail(begin, at_, "a step must be at least 1");
  }

  bool parse_number(std::size_t open, std::string_view& digits, std::uint64_t& value) {
    const std::size_t begin = at_;
    while (!at_end() && is_digit(text_[at_])) {
      ++at_;
    }
    digits = text_.substr(begin, at_ - begin);
    if (digits.empty()) {
      return at_end()
                 ? not_closed(open)
                 : fail(at_, at_ + 1,
                        fmt::format("expected a number, got {}", quoted(text_.substr(at_, 1))));
    }
    if (digits.size() > kMostDigitsInName) {
      return fail(begin, at_, fmt::format("the number has more than {} digits", kMostDigitsInName));
    }
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return true;
  }

  std::string_view text_;  ///< up to the end of the set
  std::size_t at_;
  const NodeSetRules& rules_;
  Problems& problems_;
};

/// The number of names of an item; `most` + 1 if there are more than `most`.
std::size_t count_of(const SetItem& item, std::size_t most) {
  std::uint64_t count = 1;
  for (const SetPiece& piece : item) {
    const std::uint64_t here = piece.count();
    if (here > most || count * here > most) {
      return most + 1;
    }
    count *= here;
  }
  return count;
}

/// The length of the shortest name of an item, in bytes.
std::size_t shortest_of(const SetItem& item) {
  std::size_t bytes = 0;
  for (const SetPiece& piece : item) {
    bytes += piece.text.size() + (piece.numbers.empty() ? 0 : 1);
  }
  return bytes;
}

/// Appends `name`, followed by every combination of the pieces from `at` on, to `names`.
void spell(const SetItem& item, std::size_t at, const std::string& name,
           std::vector<std::string>& names) {
  if (at == item.size()) {
    names.push_back(name);
    return;
  }
  const std::string begun = name + item[at].text;
  if (item[at].numbers.empty()) {
    spell(item, at + 1, begun, names);
    return;
  }
  for (const NumberRange& numbers : item[at].numbers) {
    for (std::uint64_t i = 0; i < numbers.count(); ++i) {
      spell(item, at + 1,
            begun + fmt::format("{:0{}}", numbers.from + i * numbers.step, numbers.width), names);
    }
  }
}

}  // namespace

std::optional<std::vector<std::string>> expand(const SourceMap& source, Range set,
                                               const NodeSetRules& rules, Problems& problems) {
  const auto items = NodeSetParser(source, set, rules, problems).parse();
  if (!items) {
    return std::nullopt;
  }
  std::vector<std::string> names;
  for (const auto& [item, range] : *items) {
    if (names.size() + count_of(item, rules.most_names) > rules.most_names) {
      problems.error(range, "more than " + format_count(rules.most_names) + " hosts");
      return std::nullopt;
    }
    const std::size_t before = names.size();
    if (shortest_of(item) <= rules.most_bytes) {
      spell(item, 0, "", names);
    }
    const bool are_good =
        names.size() > before &&
        std::all_of(names.begin() + static_cast<std::ptrdiff_t>(before), names.end(),
                    [&](const std::string& name) { return is_name(name, rules); });
    if (!are_good) {
      problems.error(range, fmt::format("a host name has at most {} bytes", rules.most_bytes));
      return std::nullopt;
    }
  }
  return names;
}

}  // namespace dps::text
