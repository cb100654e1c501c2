/// Counts, receivers and sizes of the messages of a schedule, without visiting each message.
#include <algorithm>
#include <span>

#include "blueprint/collectives/schedule.h"

namespace dps::collectives {

/// In a ring, all rounds have the same partners, and the blocks have two sizes at most.
std::uint32_t Schedule::different_rounds(const Phase& phase) const {
  return phase.pattern == Pattern::kRing ? 1 : phase.rounds;
}

CollectiveTraffic Schedule::traffic() const {
  CollectiveTraffic sum;
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

/// The first rounds of the phase, which have messages of all its sizes but those of a ring.
std::uint32_t Schedule::different_sizes(const Phase& phase) const {
  switch (phase.pattern) {
    case Pattern::kRing:
      return 0;
    case Pattern::kPairwise:
    case Pattern::kAll:
      return 1;
    case Pattern::kExchangeNeighbors:
      return std::min(phase.rounds, 2U);
    case Pattern::kFromParent:
    case Pattern::kToParent:
      return of_.algorithm == Algorithm::kLinear ? std::min(phase.rounds, 2U) : phase.rounds;
    default:
      return phase.rounds;
  }
}

std::vector<std::uint64_t> Schedule::sizes() const {
  std::vector<std::uint64_t> found;
  for (const Phase& phase : std::span(phases_).first(phases_used_)) {
    if (phase.pattern == Pattern::kRing) {
      found.push_back(phase.blocks.size);
      if (phase.blocks.larger > 0) {
        found.push_back(phase.blocks.size + phase.blocks.more);
      }
    }
    const std::uint32_t rounds = different_sizes(phase);
    for (std::uint32_t number = 0; number < rounds; ++number) {
      const Round round = round_of(phase, number);
      if (round.sends()) {
        found.push_back(round.sent);
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::uint64_t Schedule::largest() const {
  const auto sent = sizes();
  std::uint64_t largest = sent.empty() ? 0 : sent.back();
  for (const Phase& phase : std::span(phases_).first(phases_used_)) {
    const std::uint32_t rounds = different_sizes(phase);
    for (std::uint32_t number = 0; number < rounds; ++number) {
      largest = std::max(largest, round_of(phase, number).taken);
    }
  }
  return largest;
}

CollectiveTraffic traffic_of(const Collective& collective) {
  CollectiveTraffic sum;
  for (std::uint32_t rank = 0; rank < collective.members; ++rank) {
    const CollectiveTraffic own = Schedule(collective, rank).traffic();
    sum.messages += own.messages;
    sum.bytes += own.bytes;
  }
  return sum;
}

/// The largest message is one of the root, of a rank that a fold leaves out, or of any rank.
std::uint64_t largest_message(const Collective& collective) {
  std::uint64_t largest = 0;
  for (const std::uint32_t rank : {collective.root, 0U}) {
    largest = std::max(largest, Schedule(collective, rank).largest());
  }
  return largest;
}

}  // namespace dps::collectives
