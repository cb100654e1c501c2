#include "machines/host_names.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "base/printable.h"
#include "base/units.h"

namespace dps::machines {
namespace {

constexpr std::size_t kMostLength = 255;  // of a name; Source: RFC 1123, 2.1

tl::unexpected<std::string> wrong(std::string_view what, std::string_view set) {
  return tl::unexpected(std::string(what) + " in '" + printable(set) + "'");
}

tl::unexpected<std::string> too_many() {
  return tl::unexpected("more than " + format_count(kMostHosts) + " hosts");
}

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::uint64_t value_of(std::string_view digits) {
  std::uint64_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

/// The part before the first `mark`, taken off; everything where there is none.
std::string_view take_until(std::string_view& text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  const std::string_view front = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return front;
}

/// "1-4", "01-99/2", "7".
bool add_range(std::string_view range, std::vector<std::string>& numbers) {
  std::string_view rest = range;
  std::string_view bounds = take_until(rest, '/');
  const std::string_view step = rest;
  const bool has_step = bounds.size() < range.size();
  std::string_view last = bounds;
  const std::string_view first = take_until(last, '-');
  if (first.size() == bounds.size()) {
    last = first;
  }
  if (!is_number(first) || !is_number(last) ||
      (has_step && (!is_number(step) || value_of(step) == 0)) || value_of(first) > value_of(last)) {
    return false;
  }
  const std::uint64_t by = has_step ? value_of(step) : 1;
  const std::size_t width = first.size() > 1 && first[0] == '0' ? first.size() : 0;
  for (std::uint64_t n = value_of(first); n <= value_of(last); n += by) {
    if (numbers.size() > kMostHosts) {
      return true;  // what it is part of is refused
    }
    const std::string digits = std::to_string(n);
    numbers.push_back(std::string(width > digits.size() ? width - digits.size() : 0, '0') + digits);
  }
  return true;
}

/// Every name with every ending.
bool append_to_all(std::vector<std::string>& names, const std::vector<std::string>& endings) {
  if (names.size() * endings.size() > kMostHosts) {
    return false;
  }
  std::vector<std::string> longer;
  longer.reserve(names.size() * endings.size());
  for (const std::string& name : names) {
    for (const std::string& ending : endings) {
      longer.push_back(name + ending);
    }
  }
  names = std::move(longer);
  return true;
}

/// One item without commas outside brackets.
std::optional<std::string> add_item(std::string_view item, std::vector<std::string>& all) {
  std::vector<std::string> names{""};
  while (!item.empty()) {
    const std::size_t open = std::min(item.find('['), item.size());
    append_to_all(names, {std::string(item.substr(0, open))});
    item.remove_prefix(open);
    if (item.empty()) {
      break;
    }
    const std::size_t close = item.find(']');
    if (close == std::string_view::npos) {
      return "a '[' without its ']'";
    }
    std::vector<std::string> numbers;
    std::string_view ranges = item.substr(1, close - 1);
    do {
      if (!add_range(take_until(ranges, ','), numbers)) {
        return "expected numbers such as [1-4,7]";
      }
    } while (!ranges.empty());
    item.remove_prefix(close + 1);
    if (!append_to_all(names, numbers)) {
      return "more than " + format_count(kMostHosts) + " hosts";
    }
  }
  all.insert(all.end(), names.begin(), names.end());
  return std::nullopt;
}

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kMostLength &&
         std::all_of(name.begin(), name.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte > ' ' && byte != 0x7f && c != '"' && c != ']' && c != '#';
         });
}

}  // namespace

text::Checked<std::vector<std::string>> expand_names(std::string_view set) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= set.size(); ++i) {
    const char c = i < set.size() ? set[i] : ',';
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c != ',' || (depth > 0 && i < set.size())) {
      continue;
    }
    if (const auto mistake = add_item(set.substr(begin, i - begin), names)) {
      return wrong(*mistake, set);
    }
    if (!is_name(names.empty() ? "" : std::string_view(names.back()))) {
      return wrong("expected a host name or node set", set);
    }
    if (names.size() > kMostHosts) {
      return too_many();
    }
    begin = i + 1;
  }
  return names;
}

}  // namespace dps::machines
