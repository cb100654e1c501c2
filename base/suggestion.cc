#include "base/suggestion.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/printable.h"

namespace dps {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Restricted Damerau–Levenshtein distance, case aside: insertions, deletions, replacements and
/// swaps of neighbours each cost 1. Source: Oommen & Loke 1997 ("optimal string alignment").
/// Stops as soon as the distance is known to exceed `most`, after a few letters of most names, and
/// returns `most` + 1.
std::size_t distance(std::string_view a, std::string_view b, std::size_t most) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  std::size_t last_least = 0;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0U : 1U)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
          lower(a[i - 2]) == lower(b[j - 1])) {
        row[j] = std::min(row[j], before_last[j - 2] + 1);
      }
    }
    // A value of a later row is at least the least one of the two rows before it.
    const std::size_t least = *std::min_element(row.begin(), row.end());
    if (std::min(last_least, least) > most) {
      return most + 1;
    }
    last_least = least;
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

/// The distance if it is small enough for a suggestion, and below that of the best one so far.
std::optional<std::size_t> small_distance(std::string_view name, std::string_view candidate,
                                          std::optional<std::size_t> best) {
  const std::size_t longer = std::max(name.size(), candidate.size());
  const std::size_t gap = longer - std::min(name.size(), candidate.size());
  const std::size_t allowed = std::min<std::size_t>(3, std::max<std::size_t>(1, longer / 3));
  if (gap > allowed || (best && gap >= *best)) {
    return std::nullopt;
  }
  const std::size_t d = distance(name, candidate, allowed);
  return d <= allowed && d < longer && (!best || d < *best) ? std::optional(d) : std::nullopt;
}

/// Takes the part before the first point off the front of the text.
std::string_view take_part(std::string_view& text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view part = text.substr(0, point);
  text.remove_prefix(std::min(point + 1, text.size()));
  return part;
}

/// Returns true if the parts of the name are some of the key's, in order, with the last one.
bool is_part_of_key(std::string_view name, std::string_view key) {
  if (name.substr(name.rfind('.') + 1) != key.substr(key.rfind('.') + 1)) {
    return false;
  }
  std::string_view wanted = take_part(name);
  while (!key.empty()) {
    if (take_part(key) == wanted) {
      if (name.empty()) {
        return true;
      }
      wanted = take_part(name);
    }
  }
  return false;
}

std::string suggestion_of(const std::optional<std::string>& near) {
  return near ? "; did you mean '" + printable(*near) + "'?" : "";
}

}  // namespace

std::optional<std::string> nearest(std::string_view name, std::span<const std::string> candidates) {
  const std::string* best = nullptr;
  std::optional<std::size_t> best_distance;
  const bool has_point = name.find('.') != std::string_view::npos;
  for (const std::string& candidate : candidates) {
    const std::size_t point = has_point ? std::string::npos : candidate.rfind('.');
    for (const std::size_t size : {candidate.size(), point}) {
      const auto d =
          size == std::string::npos
              ? std::nullopt
              : small_distance(name, std::string_view(candidate).substr(0, size), best_distance);
      if (d) {
        best = &candidate;
        best_distance = d;
      }
    }
  }
  return best == nullptr ? std::nullopt : std::optional<std::string>(*best);
}

std::string did_you_mean(std::string_view name, std::span<const std::string> candidates) {
  return suggestion_of(nearest(name, candidates));
}

std::string did_you_mean_key(std::string_view name, std::span<const std::string> keys) {
  const std::string* best = nullptr;
  std::ptrdiff_t best_points = 0;
  for (const std::string& key : keys) {
    const std::ptrdiff_t points = std::count(key.begin(), key.end(), '.');
    if (is_part_of_key(name, key) && (best == nullptr || points < best_points)) {
      best = &key;
      best_points = points;
    }
  }
  return best == nullptr ? did_you_mean(name, keys) : suggestion_of(*best);
}

}  // namespace dps
