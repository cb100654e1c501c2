#include "text/node_set.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/host_name.h"
#include "base/units.h"

namespace dps::terrain {
namespace {

using text::Problems;
using text::quoted;
using text::Range;
using text::SourceMap;

/// Longer numbers are refused; all of these fit into 64 bits.
constexpr std::size_t kMostDigits = 18;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// from-to/step, written with at least `width` digits.
struct Numbers {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t step = 1;
  std::size_t width = 0;

  [[nodiscard]] std::uint64_t count() const { return (to - from) / step + 1; }
};

/// A piece of a name: text, then what one pair of brackets stands for (nothing, at a name's end).
struct Piece {
  std::string text;
  std::vector<Numbers> numbers;

  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t count = 0;
    for (const Numbers& each : numbers) {
      count += each.count();
    }
    return numbers.empty() ? 1 : count;
  }
};

using Item = std::vector<Piece>;

/// What else people write, and what to write here instead.
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

class NodeSetParser {
 public:
  NodeSetParser(const SourceMap& source, Range set, Problems& problems)
      : text_(source.text().substr(0, set.end)), at_(set.begin), problems_(problems) {}

  /// All items, or nothing after a report.
  std::optional<std::vector<std::pair<Item, Range>>> parse() {
    std::vector<std::pair<Item, Range>> items;
    while (true) {
      const std::size_t begin = at_;
      Item item;
      if (!parse_item(item)) {
        return std::nullopt;
      }
      items.emplace_back(std::move(item), range(begin, at_));
      if (at_ == text_.size()) {
        return items;
      }
      ++at_;  // the comma
    }
  }

 private:
  [[nodiscard]] static Range range(std::size_t begin, std::size_t end) {
    return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }

  bool fail(std::size_t begin, std::size_t end, std::string text) {
    problems_.error(range(begin, end), std::move(text));
    return false;
  }

  /// Up to the comma after it or the end.
  bool parse_item(Item& item) {
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

  bool take_byte(Piece& piece, std::size_t begin) {
    const char c = text_[at_];
    if (c == ']') {
      return fail(at_, at_ + 1, "']' without its '['");
    }
    if (!is_host_name_byte(c)) {
      std::size_t end = at_ + 1;
      while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80U) {
        ++end;
      }
      return fail(
          at_, end,
          quoted(text_.substr(at_, end - at_)) + " cannot be in a host name" + advice_about(c));
    }
    if (at_ == begin && !is_host_name(text_.substr(at_, 1))) {
      return fail(at_, at_ + 1,
                  fmt::format("a host name begins with a letter or a digit, not '{}'", c));
    }
    piece.text += c;
    ++at_;
    return true;
  }

  bool parse_brackets(Piece& piece) {
    const std::size_t open = at_++;
    while (true) {
      Numbers numbers;
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
    return fail(open, open + 1, "'[' is not closed; inside brackets are no blanks");
  }

  bool parse_numbers(std::size_t open, Numbers& numbers) {
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
                  fmt::format("'{}-{}' does not say how many digits there are; write {:0{}}-{}",
                              from, to, numbers.from, to.size(), to));
    }
    if (numbers.to < numbers.from) {
      return fail(begin, at_,
                  fmt::format("'{}-{}' runs backwards; write {}-{}", from, to, to, from));
    }
    return at_end() || text_[at_] != '/' || parse_step(open, numbers);
  }

  bool parse_step(std::size_t open, Numbers& numbers) {
    const std::size_t begin = ++at_;
    std::string_view step;
    if (!parse_number(open, step, numbers.step)) {
      return false;
    }
    return numbers.step > 0 || fail(begin, at_, "a step is 1 or more");
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
    if (digits.size() > kMostDigits) {
      return fail(begin, at_, fmt::format("a number of more than {} digits", kMostDigits));
    }
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return true;
  }

  std::string_view text_;  ///< up to the end of the set
  std::size_t at_;
  Problems& problems_;
};

/// How many names an item stands for; kMostHosts + 1 for any number above.
std::size_t count_of(const Item& item) {
  std::uint64_t count = 1;
  for (const Piece& piece : item) {
    const std::uint64_t here = piece.count();
    if (here > kMostHosts || count * here > kMostHosts) {
      return kMostHosts + 1;
    }
    count *= here;
  }
  return count;
}

/// Bytes of the shortest name that an item stands for.
std::size_t shortest_of(const Item& item) {
  std::size_t bytes = 0;
  for (const Piece& piece : item) {
    bytes += piece.text.size() + (piece.numbers.empty() ? 0 : 1);
  }
  return bytes;
}

/// Appends every name that the pieces from `at` on make of `name`.
void spell(const Item& item, std::size_t at, const std::string& name,
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
  for (const Numbers& numbers : item[at].numbers) {
    for (std::uint64_t i = 0; i < numbers.count(); ++i) {
      spell(item, at + 1,
            begun + fmt::format("{:0{}}", numbers.from + i * numbers.step, numbers.width), names);
    }
  }
}

// --- folding

/// A name cut at one of its numbers.
struct Cut {
  std::string_view before;
  std::string_view digits;  ///< empty: the name has no such number
  std::string_view after;
};

/// At the `which`-th of its numbers from the left, from 0.
Cut cut_at(std::string_view name, std::size_t which) {
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (!is_digit(name[at])) {
      continue;
    }
    std::size_t end = at;
    while (end < name.size() && is_digit(name[end])) {
      ++end;
    }
    if (which == 0) {
      return end - at > kMostDigits
                 ? Cut{name, {}, {}}
                 : Cut{name.substr(0, at), name.substr(at, end - at), name.substr(end)};
    }
    --which;
    at = end;
  }
  return {name, {}, {}};
}

struct Counted {
  std::uint64_t value;
  std::string_view digits;

  // NOLINTNEXTLINE(modernize-use-nullptr): its own 0
  auto operator<=>(const Counted&) const = default;
};

/// Names that differ in one number only.
struct Family {
  std::string_view before;
  std::string_view after;
  std::vector<Counted> numbers;
};

bool follows(const Counted& last, const Counted& next, std::size_t width) {
  return next.value == last.value + 1 && next.digits == fmt::format("{:0{}}", next.value, width);
}

std::string ranges_of(std::vector<Counted>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::string text;
  for (std::size_t first = 0; first < numbers.size();) {
    const std::string_view from = numbers[first].digits;
    const std::size_t width = from.size() > 1 && from[0] == '0' ? from.size() : 0;
    std::size_t last = first;
    while (last + 1 < numbers.size() && follows(numbers[last], numbers[last + 1], width)) {
      ++last;
    }
    text += text.empty() ? "" : ",";
    text += from;
    text += last == first ? "" : fmt::format("-{}", numbers[last].digits);
    first = last + 1;
  }
  return text;
}

struct Folded {
  std::size_t items;
  std::string text;
};

/// Put together by the `which`-th numbers.
Folded fold_at(std::span<const std::string> names, std::size_t which) {
  std::vector<Family> families;
  std::unordered_map<std::string, std::size_t> known;
  for (const std::string& name : names) {
    const Cut cut = cut_at(name, which);
    const std::string key = cut.digits.empty() ? name : fmt::format("{}[{}", cut.before, cut.after);
    const auto [family, is_new] = known.emplace(key, families.size());
    if (is_new) {
      families.push_back({cut.before, cut.after, {}});
    }
    if (!cut.digits.empty()) {
      std::uint64_t value = 0;
      std::from_chars(cut.digits.data(), cut.digits.data() + cut.digits.size(), value);
      families[family->second].numbers.push_back({value, cut.digits});
    }
  }
  std::string text;
  for (Family& family : families) {
    const std::string ranges = ranges_of(family.numbers);
    const bool plain = ranges.find_first_of(",-") == std::string::npos;
    text += text.empty() ? "" : ",";
    text += fmt::format("{}{}{}{}{}", family.before, plain ? "" : "[", ranges, plain ? "" : "]",
                        family.after);
  }
  return {families.size(), std::move(text)};
}

}  // namespace

std::optional<std::vector<std::string>> expand(const SourceMap& source, Range set,
                                               Problems& problems) {
  const auto items = NodeSetParser(source, set, problems).parse();
  if (!items) {
    return std::nullopt;
  }
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  std::size_t written = 0;
  for (const auto& [item, range] : *items) {
    written += count_of(item);
    if (written > kMostHosts) {
      problems.error(range, "more than " + format_count(kMostHosts) + " hosts");
      return std::nullopt;
    }
    std::vector<std::string> spelt;
    if (shortest_of(item) <= kMaxHostName) {
      spell(item, 0, "", spelt);
    }
    if (spelt.empty() || !std::all_of(spelt.begin(), spelt.end(), is_host_name)) {
      problems.error(range, fmt::format("a host name has at most {} bytes", kMaxHostName));
      return std::nullopt;
    }
    for (std::string& name : spelt) {
      if (known.insert(name).second) {
        names.push_back(std::move(name));
      }
    }
  }
  return names;
}

std::string fold(std::span<const std::string> names) {
  constexpr std::size_t kMostNumbers = 4;
  Folded best = fold_at(names, 0);
  for (std::size_t which = 1; which < kMostNumbers; ++which) {
    Folded folded = fold_at(names, which);
    if (folded.items < best.items) {
      best = std::move(folded);
    }
  }
  return best.text;
}

}  // namespace dps::terrain
