/// The distribution of rows over ranks: consecutive blocks of nearly equal size.
#pragma once

#include <cstdint>

namespace cowichan {

/// Rank r of p has the rows from floor(r·n/p) up to floor((r+1)·n/p), n the number of all rows.
/// With n < p, some ranks have none.
struct Blocks {
  std::int64_t rows = 0;
  int ranks = 1;

  [[nodiscard]] std::int64_t begin(int rank) const { return rank * rows / ranks; }
  [[nodiscard]] std::int64_t size(int rank) const { return begin(rank + 1) - begin(rank); }

  /// The rank that has a row.
  [[nodiscard]] int owner(std::int64_t row) const {
    int rank = static_cast<int>(row * ranks / rows);
    while (begin(rank) > row) {
      --rank;
    }
    while (begin(rank + 1) <= row) {
      ++rank;
    }
    return rank;
  }

  /// The next rank after or before this one, in a ring, that has rows: maybe the rank itself.
  [[nodiscard]] int next_owner(int rank) const { return owner((begin(rank + 1)) % rows); }
  [[nodiscard]] int previous_owner(int rank) const {
    return owner((begin(rank) + rows - 1) % rows);
  }
};

}  // namespace cowichan
