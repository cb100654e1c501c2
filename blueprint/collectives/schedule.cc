#include "blueprint/collectives/schedule.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace dps::collectives {
namespace {

std::uint32_t log2_of(std::uint32_t power) {
  return static_cast<std::uint32_t>(std::countr_zero(power));
}

/// The powers of two below n.
std::uint32_t powers_below(std::uint32_t members) {
  return static_cast<std::uint32_t>(std::bit_width(members - 1));
}

/// The numbers from 1 to n - 1 that have the bit.
std::uint64_t with_bit(std::uint32_t members, std::uint32_t bit) {
  const std::uint32_t period = 2 * bit;
  const std::uint32_t rest = members % period;
  return members / period * bit + (rest > bit ? rest - bit : 0);
}

}  // namespace

Schedule::Schedule(const Collective& collective, std::uint32_t rank)
    : of_(collective),
      tree_(collective.algorithm, collective.members),
      rank_(rank),
      v_(rank >= collective.root ? rank - collective.root
                                 : rank + collective.members - collective.root),
      power_(std::bit_floor(collective.members)),
      left_out_(collective.members - power_),
      w_(rank < 2 * left_out_ ? rank / 2 : rank - left_out_),
      leaves_(rank < 2 * left_out_ && rank % 2 == 0) {
  DPS_CHECK(rank < of_.members && performs(of_.algorithm, of_.operation));
  if (of_.members == 1) {
    return;
  }
  switch (of_.operation) {
    case Operation::kBcast:
      add_bcast();
      break;
    case Operation::kReduce:
      add_tree(Pattern::kToParent, of_.bytes);
      break;
    case Operation::kBarrier:
    case Operation::kAllreduce:
      add_allreduce();
      break;
    case Operation::kScan:
      add_scan();
      break;
    case Operation::kGather:
      add_subtrees(Pattern::kToParent, {of_.bytes, 0, 0});
      break;
    case Operation::kScatter:
      add_subtrees(Pattern::kFromParent, {of_.bytes, 0, 0});
      break;
    case Operation::kAllgather:
      add_allgather();
      break;
    case Operation::kAlltoall:
      add_alltoall();
      break;
    case Operation::kReduceScatter:
      add_reduce_scatter();
      break;
  }
}

// --- the phases of an algorithm -----------------------------------------------------------------

void Schedule::add(Phase phase) {
  if (phase.rounds > 0) {
    phases_.at(phases_used_++) = phase;
    rounds_ += phase.rounds;
  }
}

void Schedule::add_tree(Pattern pattern, std::uint64_t bytes) {
  add({.pattern = pattern, .rounds = tree_.children(v_) + (v_ > 0 ? 1 : 0), .bytes = bytes});
}

void Schedule::add_subtrees(Pattern pattern, const Blocks& blocks) {
  add({.pattern = pattern,
       .rounds = tree_.children(v_) + (v_ > 0 ? 1 : 0),
       .blocks = blocks,
       .has_blocks = true});
}

void Schedule::add_ring(const Blocks& blocks, std::uint32_t block) {
  add({.pattern = Pattern::kRing, .rounds = of_.members - 1, .blocks = blocks, .block = block});
}

void Schedule::add_fold(Pattern pattern, std::uint64_t bytes) {
  add({.pattern = pattern, .rounds = rank_ < 2 * left_out_ ? 1U : 0U, .bytes = bytes});
}

void Schedule::add_exchanges(Pattern pattern, std::uint64_t bytes, const Blocks& blocks) {
  add({.pattern = pattern,
       .rounds = leaves_ ? 0 : log2_of(power_),
       .bytes = bytes,
       .blocks = blocks});
}

void Schedule::add_bcast() {
  if (of_.algorithm != Algorithm::kScatterAllgather) {
    add_tree(Pattern::kFromParent, of_.bytes);
    return;
  }
  const Blocks blocks = Blocks::split(of_.bytes, of_.members);
  tree_ = Tree(Algorithm::kBinomial, of_.members);
  add_subtrees(Pattern::kFromParent, blocks);
  add_ring(blocks, v_);
}

/// A barrier is one of 0 bytes.
void Schedule::add_allreduce() {
  const std::uint64_t bytes = of_.bytes;
  switch (of_.algorithm) {
    case Algorithm::kDissemination:
      add({.pattern = Pattern::kBits, .rounds = powers_below(of_.members)});
      break;
    case Algorithm::kRecursiveDoubling:
      add_fold(Pattern::kFoldIn, bytes);
      add_exchanges(Pattern::kExchangeAll, bytes);
      add_fold(Pattern::kFoldOut, bytes);
      break;
    case Algorithm::kRing:
      add_ring(Blocks::split(bytes, of_.members), rank_);
      add_ring(Blocks::split(bytes, of_.members), after(1));
      break;
    case Algorithm::kRabenseifner:
      add_fold(Pattern::kFoldIn, bytes);
      add_exchanges(Pattern::kExchangeHalves, 0, Blocks::split(bytes, power_));
      add_exchanges(Pattern::kExchangeIntervals, 0, Blocks::split(bytes, power_));
      add_fold(Pattern::kFoldOut, bytes);
      break;
    default:
      add_tree(Pattern::kToParent, bytes);
      add_tree(Pattern::kFromParent, bytes);
  }
}

void Schedule::add_allgather() {
  const std::uint32_t n = of_.members;
  switch (of_.algorithm) {
    case Algorithm::kLinear:
      add({.pattern = Pattern::kAll, .rounds = 2 * (n - 1), .bytes = of_.bytes});
      return;
    case Algorithm::kRecursiveDoubling:
      if (left_out_ == 0) {
        add_exchanges(Pattern::kExchangeDoubled, of_.bytes);
        return;
      }
      break;
    case Algorithm::kNeighbor:
      if (n % 2 == 0) {
        add({.pattern = Pattern::kExchangeNeighbors, .rounds = n / 2, .bytes = of_.bytes});
        return;
      }
      [[fallthrough]];
    case Algorithm::kRing:
      add_ring({of_.bytes, 0, 0}, rank_);
      return;
    default:
      break;
  }
  add({.pattern = Pattern::kGrowing, .rounds = powers_below(n), .bytes = of_.bytes});
}

void Schedule::add_alltoall() {
  const std::uint32_t n = of_.members;
  if (of_.algorithm == Algorithm::kLinear) {
    add({.pattern = Pattern::kAll, .rounds = 2 * (n - 1), .bytes = of_.bytes});
  } else if (of_.algorithm == Algorithm::kPairwise) {
    add({.pattern = Pattern::kPairwise, .rounds = n - 1, .bytes = of_.bytes});
  } else {
    add({.pattern = Pattern::kBits, .rounds = powers_below(n), .bytes = of_.bytes});
  }
}

void Schedule::add_reduce_scatter() {
  const std::uint64_t bytes = of_.bytes;
  const std::uint64_t all = bytes * of_.members;
  switch (of_.algorithm) {
    case Algorithm::kRing:
      add_ring({bytes, 0, 0}, rank_);
      break;
    case Algorithm::kPairwise:
      add({.pattern = Pattern::kPairwise, .rounds = of_.members - 1, .bytes = bytes});
      break;
    case Algorithm::kRecursiveHalving:
      add_fold(Pattern::kFoldIn, all);
      add_exchanges(Pattern::kExchangeHalves, 0, {bytes, left_out_, bytes});
      add_fold(Pattern::kFoldOut, bytes);
      break;
    default:
      add_tree(Pattern::kToParent, all);
      add_subtrees(Pattern::kFromParent, {bytes, 0, 0});
  }
}

void Schedule::add_scan() {
  const std::uint32_t n = of_.members;
  if (of_.algorithm == Algorithm::kChain) {
    add({.pattern = Pattern::kScanChain,
         .rounds = (rank_ > 0 ? 1U : 0U) + (rank_ + 1 < n ? 1U : 0U),
         .bytes = of_.bytes});
    return;
  }
  const std::uint32_t partners = std::max(rank_, n - 1 - rank_);  // the farthest on either side
  add({.pattern = Pattern::kScanDoubling,
       .rounds = static_cast<std::uint32_t>(std::bit_width(partners)),
       .bytes = of_.bytes});
}

// --- the rounds of a phase ----------------------------------------------------------------------

Round Schedule::round(std::uint64_t number) const {
  DPS_CHECK(number < rounds_);
  const Phase* found = phases_.data();
  while (number >= found->rounds) {
    number -= found->rounds;
    ++found;
  }
  return round_of(*found, static_cast<std::uint32_t>(number));
}

Round Schedule::round_of(const Phase& phase, std::uint32_t number) const {
  switch (phase.pattern) {
    case Pattern::kFromParent:
      return from_parent(phase, number);
    case Pattern::kToParent:
      return to_parent(phase, number);
    case Pattern::kFoldIn:
    case Pattern::kFoldOut:
      return fold(phase);
    case Pattern::kExchangeNeighbors:
      return neighbors(phase, number);
    case Pattern::kRing:
      return ring(phase, number);
    case Pattern::kPairwise:
      return pairwise(phase, number + 1);
    case Pattern::kAll:
      return all(phase, number);
    case Pattern::kGrowing:
      return growing(phase, 1U << number);
    case Pattern::kBits:
      return bits(phase, 1U << number);
    case Pattern::kScanChain:
      return scan_chain(phase, number);
    case Pattern::kScanDoubling:
      return scan_doubling(phase, 1U << number);
    default:
      return exchange(phase, number);
  }
}

Round Schedule::from_parent(const Phase& phase, std::uint32_t number) const {
  if (v_ > 0 && number == 0) {
    return {.from = real(tree_.parent(v_)), .taken = subtree_bytes(phase, v_)};
  }
  const std::uint32_t child = tree_.child(v_, number - (v_ > 0 ? 1 : 0));
  return {.to = real(child), .sent = subtree_bytes(phase, child)};
}

Round Schedule::to_parent(const Phase& phase, std::uint32_t number) const {
  const std::uint32_t children = tree_.children(v_);
  if (number == children) {
    return {.to = real(tree_.parent(v_)), .sent = subtree_bytes(phase, v_)};
  }
  const std::uint32_t child = tree_.child(v_, children - 1 - number);
  Round round{.from = real(child), .taken = subtree_bytes(phase, child)};
  combine(round);
  return round;
}

Round Schedule::fold(const Phase& phase) const {
  const bool gives = leaves_ == (phase.pattern == Pattern::kFoldIn);
  const std::uint32_t partner = leaves_ ? rank_ + 1 : rank_ - 1;
  if (gives) {
    return {.to = partner, .sent = phase.bytes};
  }
  Round round{.from = partner, .taken = phase.bytes};
  if (!leaves_) {
    combine(round);
  }
  return round;
}

Round Schedule::exchange(const Phase& phase, std::uint32_t number) const {
  const bool halves = phase.pattern == Pattern::kExchangeHalves;
  const std::uint32_t bit = halves ? power_ >> (number + 1) : 1U << number;
  const std::uint32_t partner = unfolded(w_ ^ bit);
  Round round{.to = partner, .from = partner, .sent = phase.bytes, .taken = phase.bytes};
  if (phase.pattern == Pattern::kExchangeDoubled) {
    round.sent = round.taken = bit * phase.bytes;
  } else if (phase.pattern != Pattern::kExchangeAll) {
    const std::uint32_t own = w_ & ~(bit - 1);  // the start of the interval of `bit` blocks
    const std::uint64_t own_bytes = phase.blocks.bytes(own, bit);
    const std::uint64_t other_bytes = phase.blocks.bytes(own ^ bit, bit);
    round.sent = halves ? other_bytes : own_bytes;
    round.taken = halves ? own_bytes : other_bytes;
  }
  if (halves || phase.pattern == Pattern::kExchangeAll) {
    combine(round);
  }
  return round;
}

Round Schedule::neighbors(const Phase& phase, std::uint32_t number) const {
  const bool upwards = rank_ % 2 == number % 2;
  const std::uint32_t partner = upwards ? after(1) : before(1);
  const std::uint64_t bytes = number == 0 ? phase.bytes : 2 * phase.bytes;
  return {.to = partner, .from = partner, .sent = bytes, .taken = bytes};
}

Round Schedule::ring(const Phase& phase, std::uint32_t number) const {
  const std::uint32_t n = of_.members;
  const std::uint32_t block =
      phase.block >= number ? phase.block - number : phase.block + n - number;
  const std::uint32_t next = block == 0 ? n - 1 : block - 1;
  Round round{.to = after(1),
              .from = before(1),
              .sent = phase.blocks.bytes(block, 1),
              .taken = phase.blocks.bytes(next, 1)};
  if (&phase == phases_.data()) {  // the second one of allreduce distributes the result
    combine(round);
  }
  return round;
}

Round Schedule::pairwise(const Phase& phase, std::uint32_t distance) const {
  Round round{
      .to = after(distance), .from = before(distance), .sent = phase.bytes, .taken = phase.bytes};
  combine(round);
  return round;
}

Round Schedule::all(const Phase& phase, std::uint32_t number) const {
  const std::uint32_t others = of_.members - 1;
  if (number < others) {
    return {.to = after(number + 1), .sent = phase.bytes};
  }
  return {.from = before(number - others + 1), .taken = phase.bytes};
}

Round Schedule::growing(const Phase& phase, std::uint32_t bit) const {
  const std::uint64_t bytes = std::min(bit, of_.members - bit) * phase.bytes;
  return {.to = before(bit), .from = after(bit), .sent = bytes, .taken = bytes};
}

Round Schedule::bits(const Phase& phase, std::uint32_t bit) const {
  const std::uint64_t bytes = phase.bytes * with_bit(of_.members, bit);
  return {.to = after(bit), .from = before(bit), .sent = bytes, .taken = bytes};
}

Round Schedule::scan_chain(const Phase& phase, std::uint32_t number) const {
  if (rank_ == 0 || number == 1) {
    return {.to = rank_ + 1, .sent = phase.bytes};
  }
  Round round{.from = rank_ - 1, .taken = phase.bytes};
  combine(round);
  return round;
}

Round Schedule::scan_doubling(const Phase& phase, std::uint32_t bit) const {
  Round round;
  if (rank_ + bit < of_.members) {
    round.to = rank_ + bit;
    round.sent = phase.bytes;
  }
  if (rank_ >= bit) {
    round.from = rank_ - bit;
    round.taken = phase.bytes;
    combine(round);
  }
  return round;
}

// --- ranks and sizes ----------------------------------------------------------------------------

std::uint64_t Schedule::subtree_bytes(const Phase& phase, std::uint32_t v) const {
  return phase.has_blocks ? phase.blocks.bytes(v, tree_.subtree(v)) : phase.bytes;
}

std::uint32_t Schedule::real(std::uint32_t v) const {
  const std::uint32_t rank = v + of_.root;
  return rank >= of_.members ? rank - of_.members : rank;
}

std::uint32_t Schedule::unfolded(std::uint32_t w) const {
  return w < left_out_ ? 2 * w + 1 : w + left_out_;
}

std::uint32_t Schedule::after(std::uint32_t distance) const {
  const std::uint32_t rank = rank_ + distance;
  return rank >= of_.members ? rank - of_.members : rank;
}

std::uint32_t Schedule::before(std::uint32_t distance) const {
  return rank_ >= distance ? rank_ - distance : rank_ + of_.members - distance;
}

/// The rank combines the data that it takes in the round, if the operation combines any.
void Schedule::combine(Round& round) const {
  if (combines(of_.operation)) {
    round.combines = true;
    round.combined = round.taken;
  }
}

}  // namespace dps::collectives
