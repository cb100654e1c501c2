#include "blueprint/collectives/tree.h"

#include <algorithm>
#include <bit>

#include "base/check.h"

namespace dps::collectives {
namespace {

constexpr std::uint32_t kNoLimit = 32;

/// The position of the lowest bit of v that is set; no limit for 0.
std::uint32_t lowest_bit(std::uint32_t v) {
  return v == 0 ? kNoLimit : static_cast<std::uint32_t>(std::countr_zero(v));
}

/// The powers of four in `number`, from 1 on: those that are at most `number`.
std::uint32_t powers_of_four(std::uint32_t number) {
  return (static_cast<std::uint32_t>(std::bit_width(number)) + 1) / 2;
}

/// A v in base 4 has its children below its lowest digit that is not 0. Only the largest power
/// that leaves room below n may have fewer than three children: three times the power below it is
/// less than it.
struct KnomialChildren {
  std::uint32_t powers;   ///< the number of powers 4^j with children
  std::uint32_t largest;  ///< the children of the largest power, 1 to 3
  std::uint32_t count;

  KnomialChildren(std::uint32_t v, std::uint32_t members) {
    const std::uint32_t room = members - 1 - v;
    powers = std::min(lowest_bit(v) / 2, powers_of_four(room));
    largest = powers == 0 ? 0 : std::min(3U, room >> (2 * (powers - 1)));
    count = powers == 0 ? 0 : largest + 3 * (powers - 1);
  }
};

}  // namespace

bool Tree::is_tree(Algorithm algorithm) {
  return algorithm <= Algorithm::kKnomial;
}

std::uint32_t Tree::parent(std::uint32_t v) const {
  switch (algorithm_) {
    case Algorithm::kLinear:
      return 0;
    case Algorithm::kChain:
      return v - 1;
    case Algorithm::kBinary:
      return (v - 1) / 2;
    case Algorithm::kBinomial:
      return v & (v - 1);
    default: {
      const std::uint32_t shift = lowest_bit(v) / 2 * 2;
      return v & ~(3U << shift);
    }
  }
}

std::uint32_t Tree::children(std::uint32_t v) const {
  switch (algorithm_) {
    case Algorithm::kLinear:
      return v == 0 ? members_ - 1 : 0;
    case Algorithm::kChain:
      return v + 1 < members_ ? 1 : 0;
    case Algorithm::kBinary:
      return 2 * v + 1 < members_ ? std::min(2U, members_ - 1 - 2 * v) : 0;
    case Algorithm::kBinomial:
      return std::min(lowest_bit(v), static_cast<std::uint32_t>(std::bit_width(members_ - 1 - v)));
    default:
      return KnomialChildren(v, members_).count;
  }
}

std::uint32_t Tree::child(std::uint32_t v, std::uint32_t number) const {
  switch (algorithm_) {
    case Algorithm::kLinear:
    case Algorithm::kChain:
      return v + 1 + number;
    case Algorithm::kBinary:
      return 2 * v + 1 + number;
    case Algorithm::kBinomial:
      return v + (1U << (children(v) - 1 - number));
    default: {
      const KnomialChildren all(v, members_);
      if (number < all.largest) {
        return v + ((number + 1) << (2 * (all.powers - 1)));
      }
      const std::uint32_t later = number - all.largest;
      return v + ((later % 3 + 1) << (2 * (all.powers - 2 - later / 3)));
    }
  }
}

std::uint32_t Tree::subtree(std::uint32_t v) const {
  DPS_CHECK(algorithm_ == Algorithm::kLinear || algorithm_ == Algorithm::kBinomial);
  if (v == 0) {
    return members_;
  }
  return algorithm_ == Algorithm::kLinear ? 1 : std::min(v & (0 - v), members_ - v);
}

}  // namespace dps::collectives
