#include "base/clocks/tree.h"

#include "base/check.h"

namespace dps::clocks {

std::size_t reference_of(std::size_t client) {
  DPS_CHECK(client != 0);
  return client & (client - 1);  // without its lowest bit
}

std::vector<std::vector<TreePair>> tree_rounds(std::size_t count) {
  std::vector<std::vector<TreePair>> rounds;
  for (std::size_t step = 1; step < count; step *= 2) {
    auto& round = rounds.emplace_back();
    for (std::size_t client = step; client < count; client += 2 * step) {
      round.push_back({client, reference_of(client)});
    }
  }
  return rounds;
}

}  // namespace dps::clocks
