#include "base/text/node_set_fold.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/text/decimal.h"
#include "base/text/node_set.h"

namespace dps::text {
namespace {

/// A name, divided at one of its numbers.
struct Cut {
  std::string_view before;
  std::string_view digits;  ///< empty if the name has no such number
  std::string_view after;
};

/// Divides the name at its number `which`, counted from the left, from 0.
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
      return end - at > kMostDigitsInName
                 ? Cut{name, {}, {}}
                 : Cut{name.substr(0, at), name.substr(at, end - at), name.substr(end)};
    }
    --which;
    at = end;
  }
  return {name, {}, {}};
}

/// A number in a name; its digits may have leading zeros.
struct NumberInName {
  std::uint64_t value;
  std::string_view digits;

  // NOLINTNEXTLINE(modernize-use-nullptr): the default comparison compares with a literal 0
  auto operator<=>(const NumberInName&) const = default;
};

/// Names that differ only in one number.
struct Family {
  std::string_view before;
  std::string_view after;
  std::vector<NumberInName> numbers;
};

/// True if expand() would produce `next` after `last` from a range with this width.
bool follows(const NumberInName& last, const NumberInName& next, std::size_t width) {
  return next.value == last.value + 1 && next.digits == fmt::format("{:0{}}", next.value, width);
}

/// "1-4,7". Sorts the numbers and removes repetitions.
std::string ranges_of(std::vector<NumberInName>& numbers) {
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

/// Folds names that differ only in their number `which`.
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

std::string fold(std::span<const std::string> names) {
  constexpr std::size_t kMostNumbers = 4;  // real host names rarely contain more numbers
  Folded best = fold_at(names, 0);
  for (std::size_t which = 1; which < kMostNumbers; ++which) {
    Folded folded = fold_at(names, which);
    if (folded.items < best.items) {
      best = std::move(folded);
    }
  }
  return best.text;
}

}  // namespace dps::text
