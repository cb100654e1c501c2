#include "predictor/rawtiming/plan/pairing.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/random.h"

namespace dps::rawtiming {

Partner partner_of(std::uint32_t rank, std::uint32_t ranks, std::uint64_t seed,
                   std::uint64_t trial) {
  std::vector<std::uint32_t> order(ranks);
  std::iota(order.begin(), order.end(), 0);
  Random random(seed_of(seed, trial));
  for (std::size_t left = order.size(); left > 1; --left) {
    std::swap(order[left - 1], order[random.next() % left]);
  }
  const auto place =
      static_cast<std::size_t>(std::find(order.begin(), order.end(), rank) - order.begin());
  const std::size_t other = place ^ 1U;
  if (other >= order.size()) {
    return {};
  }
  return {place < other ? Role::kFirst : Role::kSecond, order[other]};
}

}  // namespace dps::rawtiming
