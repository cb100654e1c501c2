#include "blueprint/analysis/linear_bounds.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <map>
#include <set>

namespace dps::blueprint {
namespace {

constexpr std::size_t kMostOperations = 10'000'000;
/// Rounding makes a factor of 1 slightly different.
constexpr long double kNoRest = 100 * std::numeric_limits<long double>::epsilon();

/// Eliminates one amount after the other, those with few terms first.
class Elimination {
 public:
  Elimination(const std::vector<LinearBound>& bounds, double infinite)
      : infinite_(infinite), rows_(bounds.size()), users_(bounds.size()) {
    for (std::uint32_t at = 0; at < bounds.size(); ++at) {
      rows_[at].constant = bounds[at].constant;
      for (const auto& [amount, factor] : bounds[at].terms) {
        rows_[at].factors[amount] += factor;
        users_[amount].insert(at);
      }
    }
  }

  std::optional<std::vector<double>> run() {
    std::set<std::pair<std::size_t, std::uint32_t>> next;  // cost and amount
    for (std::uint32_t at = 0; at < rows_.size(); ++at) {
      next.emplace(cost(at), at);
    }
    std::vector<std::uint32_t> order;
    while (!next.empty() && operations_ < kMostOperations) {
      const auto [known, at] = *next.begin();
      next.erase(next.begin());
      if (const std::size_t now = cost(at); now > known) {
        next.emplace(now, at);
        continue;
      }
      eliminate(at);
      order.push_back(at);
    }
    return next.empty() ? std::optional(values(order)) : std::nullopt;
  }

 private:
  struct Row {
    long double constant = 0;
    std::map<std::uint32_t, long double> factors;
  };

  [[nodiscard]] std::size_t cost(std::uint32_t at) const {
    return rows_[at].factors.size() * users_[at].size();
  }

  /// Makes the row independent of its own amount, and puts it into the rows that use it. Then it
  /// has amounts only that are eliminated later.
  void eliminate(std::uint32_t at) {
    Row& row = rows_[at];
    if (const auto itself = row.factors.find(at); itself != row.factors.end()) {
      const long double rest = 1 - itself->second;
      row.factors.erase(itself);
      scale(row, rest);
    }
    users_[at].erase(at);
    for (const std::uint32_t user : users_[at]) {
      const auto used = rows_[user].factors.find(at);
      if (used == rows_[user].factors.end()) {
        continue;  // the row has become infinite
      }
      const long double factor = used->second;
      rows_[user].factors.erase(used);
      rows_[user].constant += factor * row.constant;
      for (const auto& [amount, of_row] : row.factors) {
        rows_[user].factors[amount] += factor * of_row;
        users_[amount].insert(user);
      }
      operations_ += row.factors.size() + 1;
    }
    for (const auto& [amount, factor] : row.factors) {
      users_[amount].erase(at);
    }
  }

  void scale(Row& row, long double rest) const {
    if (rest < kNoRest) {
      row.constant = infinite_;
      row.factors.clear();
      return;
    }
    row.constant /= rest;
    for (auto& [amount, factor] : row.factors) {
      factor /= rest;
    }
  }

  [[nodiscard]] std::vector<double> values(const std::vector<std::uint32_t>& order) const {
    std::vector<double> values(rows_.size());
    for (auto at = order.rbegin(); at != order.rend(); ++at) {
      long double sum = rows_[*at].constant;
      for (const auto& [amount, factor] : rows_[*at].factors) {
        sum += factor * values[amount];
      }
      values[*at] = static_cast<double>(std::clamp<long double>(sum, 0, infinite_));
    }
    return values;
  }

  double infinite_;
  std::vector<Row> rows_;
  std::vector<std::set<std::uint32_t>> users_;  // the rows that have the amount
  std::size_t operations_ = 0;
};

}  // namespace

long double LinearBound::at(const std::vector<double>& amounts) const {
  long double sum = constant;
  for (const auto& [amount, factor] : terms) {
    sum += factor * amounts[amount];
  }
  return sum;
}

std::optional<std::vector<double>> solve_bounds(const std::vector<LinearBound>& bounds,
                                                double infinite) {
  return Elimination(bounds, infinite).run();
}

}  // namespace dps::blueprint
