/// Counts, receivers and sizes of the messages of a schedule, without visiting each message.
#include <algorithm>
#include <span>

#include "blueprint/collectives/schedule.h"

namespace dps::collectives {

/// In a ring, all rounds have the same partners, and the blocks have two sizes at most.
std::uint32_t Schedule::different_rounds(const Phase& phase) const {
  return phase.pattern == Pattern::kRing ? 1 : phase.rounds;
}

Traffic Schedule::traffic() const {
  Traffic sum;
  for (const Phase& phase : std::span(phases_).first(phases_used_)) {
    if (phase.pattern == Pattern::kRing) {  // all blocks but the one after the first
      const std::uint32_t n = of_.members;
      const std::uint32_t kept = phase.block + 1 == n ? 0 : phase.block + 1;
      sum.messages += n - 1;
      sum.bytes += static_cast<double>(phase.blocks.bytes(0, n) - phase.blocks.bytes(kept, 1));
      continue;
    }
    if (phase.pattern == Pattern::kPairwise || phase.pattern == Pattern::kAll) {
      sum.messages += of_.members - 1;
      sum.bytes += static_cast<double>(of_.members - 1) * static_cast<double>(phase.bytes);
      continue;
    }
    if (phase.pattern == Pattern::kExchangeNeighbors) {
      sum.messages += phase.rounds;
      sum.bytes += static_cast<double>(2 * phase.rounds - 1) * static_cast<double>(phase.bytes);
      continue;
    }
    for (std::uint32_t number = 0; number < phase.rounds; ++number) {
      const Round round = round_of(phase, number);
      sum.messages += round.sends() ? 1 : 0;
      sum.bytes += static_cast<double>(round.sent);
    }
  }
  return sum;
}

std::vector<std::uint32_t> Schedule::receivers() const {
  std::vector<std::uint32_t> found;
  for (const Phase& phase : std::span(phases_).first(phases_used_)) {
    for (std::uint32_t number = 0; number < different_rounds(phase); ++number) {
      const Round round = round_of(phase, number);
      if (round.sends()) {
        found.push_back(round.to);
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<std::uint64_t> Schedule::sizes() const {
  std::vector<std::uint64_t> found;
  const auto add_size = [&found](std::uint64_t size) {
    if (found.empty() || found.back() != size) {
      found.push_back(size);
    }
  };
  for (const Phase& phase : std::span(phases_).first(phases_used_)) {
    if (phase.pattern == Pattern::kRing) {
      add_size(phase.blocks.size);
      if (phase.blocks.larger > 0) {
        add_size(phase.blocks.size + phase.blocks.more);
      }
      continue;
    }
    if (phase.pattern == Pattern::kPairwise || phase.pattern == Pattern::kAll) {
      add_size(phase.bytes);
      continue;
    }
    for (std::uint32_t number = 0; number < phase.rounds; ++number) {
      const Round round = round_of(phase, number);
      if (round.sends()) {
        add_size(round.sent);
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Traffic traffic_of(const Collective& collective) {
  Traffic sum;
  for (std::uint32_t rank = 0; rank < collective.members; ++rank) {
    const Traffic own = Schedule(collective, rank).traffic();
    sum.messages += own.messages;
    sum.bytes += own.bytes;
  }
  return sum;
}

std::uint64_t largest_message(const Collective& collective) {
  std::uint64_t largest = 0;
  for (std::uint32_t rank = 0; rank < collective.members; ++rank) {
    const auto sizes = Schedule(collective, rank).sizes();
    largest = std::max(largest, sizes.empty() ? 0 : sizes.back());
  }
  return largest;
}

}  // namespace dps::collectives
