#include "blueprint/editing/text_change.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace dps::blueprint {
namespace {

constexpr int kMostDifferences = 1000;

/// Splits a text into lines, which keep their line ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

/// The lines of each text that the other one has, too: true if the line is unchanged.
struct Remaining {
  std::vector<bool> before;
  std::vector<bool> after;
};

/// Source: Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, the greedy algorithm.
class LineComparison {
 public:
  LineComparison(const std::vector<std::string_view>& before,
                 const std::vector<std::string_view>& after)
      : before_(before), after_(after) {}

  /// Returns nullopt if the texts differ in more lines than kMostDifferences.
  std::optional<Remaining> remaining() {
    const int size_before = static_cast<int>(before_.size());
    const int size_after = static_cast<int>(after_.size());
    const int most = std::min(size_before + size_after, kMostDifferences);
    const int diagonals = 2 * most + 3;
    std::vector<int> reached(static_cast<std::size_t>(diagonals), 0);
    for (int d = 0; d <= most; ++d) {
      rounds_.push_back(reached);
      for (int k = -d; k <= d; k += 2) {
        int& x = at(reached, k, most);
        x = is_insertion(reached, k, d, most) ? at(reached, k + 1, most)
                                              : at(reached, k - 1, most) + 1;
        while (x < size_before && x - k < size_after && is_same(x, x - k)) {
          ++x;
        }
        if (x >= size_before && x - k >= size_after) {
          return trace(d, most);
        }
      }
    }
    return std::nullopt;
  }

 private:
  static int& at(std::vector<int>& reached, int k, int most) {
    const int place = k + most + 1;
    return reached[static_cast<std::size_t>(place)];
  }

  static bool is_insertion(std::vector<int>& reached, int k, int d, int most) {
    return k == -d || (k != d && at(reached, k - 1, most) < at(reached, k + 1, most));
  }

  [[nodiscard]] bool is_same(int x, int y) const {
    return before_[static_cast<std::size_t>(x)] == after_[static_cast<std::size_t>(y)];
  }

  Remaining trace(int d, int most) {
    Remaining out{std::vector<bool>(before_.size(), false),
                  std::vector<bool>(after_.size(), false)};
    int x = static_cast<int>(before_.size());
    int y = static_cast<int>(after_.size());
    for (; d >= 0; --d) {
      std::vector<int>& reached = rounds_[static_cast<std::size_t>(d)];
      const int k = x - y;
      const int from_k = is_insertion(reached, k, d, most) ? k + 1 : k - 1;
      const int from_x = d == 0 ? 0 : at(reached, from_k, most);
      const int from_y = d == 0 ? 0 : from_x - from_k;
      while (x > from_x && y > from_y) {
        out.before[static_cast<std::size_t>(--x)] = true;
        out.after[static_cast<std::size_t>(--y)] = true;
      }
      x = from_x;
      y = from_y;
    }
    return out;
  }

  const std::vector<std::string_view>& before_;
  const std::vector<std::string_view>& after_;
  std::vector<std::vector<int>> rounds_;
};

}  // namespace

std::vector<TextChange> line_changes(std::string_view before, std::string_view after) {
  if (before == after) {
    return {};
  }
  const auto old_lines = lines_of(before);
  const auto new_lines = lines_of(after);
  const auto remaining = LineComparison(old_lines, new_lines).remaining();
  if (!remaining) {
    return {{text::range_of(0, before.size()), std::string(after)}};
  }
  std::vector<TextChange> changes;
  std::size_t begin = 0;  // of line `x` in the text
  std::size_t y = 0;
  for (std::size_t x = 0; x < old_lines.size() || y < new_lines.size();) {
    const bool inserts = y < new_lines.size() && !remaining->after[y];
    if (x < old_lines.size() && remaining->before[x] && !inserts) {
      begin += old_lines[x++].size();
      ++y;
      continue;
    }
    TextChange change;
    std::size_t end = begin;
    while (x < old_lines.size() && !remaining->before[x]) {
      end += old_lines[x++].size();
    }
    while (y < new_lines.size() && !remaining->after[y]) {
      change.text += new_lines[y++];
    }
    change.place = text::range_of(begin, end);
    begin = end;
    changes.push_back(std::move(change));
  }
  return changes;
}

std::string changed(std::string_view text, const std::vector<TextChange>& changes) {
  std::string out;
  std::size_t at = 0;
  for (const TextChange& change : changes) {
    out.append(text.substr(at, change.place.begin - at)).append(change.text);
    at = change.place.end;
  }
  return out.append(text.substr(at));
}

}  // namespace dps::blueprint
