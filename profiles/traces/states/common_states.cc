#include "profiles/traces/states/common_states.h"

#include <algorithm>

namespace dps::traces {
namespace {

using Elements = std::span<const std::uint32_t>;
using Position = std::int64_t;

/// A point (x, y) through which a best path leads: x elements of a and y of b lie before it.
struct Split {
  Position x = 0;
  Position y = 0;
};

constexpr Position kNowhere = -(Position{1} << 40);

/// The furthest x on each diagonal k = x − y, from one end.
class Frontier {
 public:
  explicit Frontier(Position diagonals)
      : offset_(diagonals), furthest_(static_cast<std::size_t>(2 * diagonals + 1)) {}
  /// Diagonals d and −d have no point yet.
  void open(Position d) {
    (*this)[d] = kNowhere;
    (*this)[-d] = kNowhere;
    if (d == 0) {
      (*this)[1] = 0;
    }
  }
  Position& operator[](Position k) { return furthest_[static_cast<std::size_t>(k + offset_)]; }

 private:
  Position offset_;
  std::vector<Position> furthest_;
};

class Search {
 public:
  Search(Elements a, Elements b)
      : a_(a), b_(b), forward_(most_diagonals(a, b)), backward_(most_diagonals(a, b)) {}

  /// Stretches wait on a list, not on the call stack, which a deep recursion would exhaust.
  std::vector<std::pair<std::size_t, std::size_t>> pairs() {
    std::vector<Stretch> waiting{
        {0, static_cast<Position>(a_.size()), 0, static_cast<Position>(b_.size())}};
    while (!waiting.empty()) {
      Stretch stretch = waiting.back();
      waiting.pop_back();
      take_ends(stretch);
      if (stretch.a_begin == stretch.a_end || stretch.b_begin == stretch.b_end) {
        continue;
      }
      const Split split = split_of(stretch);
      const Position x = stretch.a_begin + split.x;
      const Position y = stretch.b_begin + split.y;
      waiting.push_back({x, stretch.a_end, y, stretch.b_end});
      waiting.push_back({stretch.a_begin, x, stretch.b_begin, y});
    }
    std::sort(pairs_.begin(), pairs_.end());
    return std::move(pairs_);
  }

 private:
  struct Stretch {
    Position a_begin, a_end, b_begin, b_end;
  };

  static Position most_diagonals(Elements a, Elements b) {
    return std::min(static_cast<Position>(a.size() + b.size()), kMostDifferences) + 1;
  }

  [[nodiscard]] bool is_equal(Position x, Position y) const {
    return a_[static_cast<std::size_t>(x)] == b_[static_cast<std::size_t>(y)];
  }
  void add(Position x, Position y) {
    pairs_.emplace_back(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
  }

  /// Pairs the elements that are equal at both ends of a stretch.
  void take_ends(Stretch& stretch) {
    while (stretch.a_begin < stretch.a_end && stretch.b_begin < stretch.b_end &&
           is_equal(stretch.a_begin, stretch.b_begin)) {
      add(stretch.a_begin++, stretch.b_begin++);
    }
    while (stretch.a_begin < stretch.a_end && stretch.b_begin < stretch.b_end &&
           is_equal(stretch.a_end - 1, stretch.b_end - 1)) {
      add(--stretch.a_end, --stretch.b_end);
    }
  }

  /// The middle of a best path, found from both ends at once. The ends of the stretch differ, so
  /// the point is not a corner from which nothing would be gained.
  Split split_of(const Stretch& s) {
    const Position n = s.a_end - s.a_begin;
    const Position m = s.b_end - s.b_begin;
    const Position delta = n - m;
    const bool is_odd = (delta & 1) != 0;
    for (Position d = 0; d <= kMostDifferences && d <= (n + m + 1) / 2; ++d) {
      forward_.open(d);
      backward_.open(d);
      const Position least = -(d - 2 * std::max<Position>(0, d - m));  // others lie outside
      const Position most = d - 2 * std::max<Position>(0, d - n);
      for (Position k = least; k <= most; k += 2) {
        const Position x = advance(forward_, s, d, k, true);
        if (is_odd && delta - k >= -(d - 1) && delta - k <= d - 1 &&
            x + backward_[delta - k] >= n) {
          return {x, x - k};
        }
      }
      for (Position k = least; k <= most; k += 2) {
        const Position x = advance(backward_, s, d, k, false);
        if (!is_odd && delta - k >= -d && delta - k <= d && x + forward_[delta - k] >= n) {
          return {n - x, m - (x - k)};
        }
      }
    }
    return furthest(std::min(kMostDifferences, (n + m + 1) / 2), n, m);
  }

  /// Advances by one difference on diagonal k, then over equal elements. Backwards, positions count
  /// from the end of the stretch.
  Position advance(Frontier& frontier, const Stretch& s, Position d, Position k, bool is_forward) {
    const Position n = s.a_end - s.a_begin;
    const Position m = s.b_end - s.b_begin;
    const bool goes_down = k == -d || (k != d && frontier[k - 1] < frontier[k + 1]);
    Position x = goes_down ? frontier[k + 1] : frontier[k - 1] + 1;
    Position y = x - k;
    while (x < n && y < m && y >= 0 &&
           (is_forward ? is_equal(s.a_begin + x, s.b_begin + y)
                       : is_equal(s.a_end - 1 - x, s.b_end - 1 - y))) {
      ++x;
      ++y;
    }
    frontier[k] = x;
    return x;
  }

  /// The furthest point inside the stretch that the search from the start has reached.
  Split furthest(Position d, Position n, Position m) {
    Split best{1, 0};
    for (Position k = -d; k <= d; k += 2) {
      const Position x = std::min({forward_[k], n, m + k});
      const Position y = x - k;
      if (x >= 0 && y >= 0 && x + y > best.x + best.y) {
        best = {x, y};
      }
    }
    return best;
  }

  Elements a_;
  Elements b_;
  Frontier forward_;
  Frontier backward_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> common_elements(Elements a, Elements b) {
  return Search(a, b).pairs();
}

}  // namespace dps::traces
