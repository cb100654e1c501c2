#include "predictor/machines/packets/local_wires.h"

#include <algorithm>

#include "predictor/machines/wide.h"

namespace dps::machines {

Picoseconds LocalWires::arrival(const Letter& letter, Picoseconds now) {
  const std::uint32_t pair = numbers_.find_or_insert(std::uint64_t{letter.from} << 32 | letter.to,
                                                     static_cast<std::uint32_t>(free_.size()));
  if (pair == free_.size()) {
    free_.emplace_back();
  }
  const Picoseconds begin = std::max(now, free_[pair]);
  free_[pair] = later(begin, transmission_time(letter.bytes, wire_.bandwidth));
  return later(free_[pair], wire_.latency);
}

}  // namespace dps::machines
