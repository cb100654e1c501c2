/// Pseudorandom numbers that are the same on every machine.
#pragma once

#include <cstdint>

namespace dps {

/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators (SplitMix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
    return mixed ^ (mixed >> 31);
  }

 private:
  std::uint64_t state_;
};

/// Derives the seed of stream `which` from a seed, so that streams are independent of each other.
inline std::uint64_t seed_of(std::uint64_t seed, std::uint64_t which) {
  return Random(Random(seed).next() ^ (which * 0xd1b54a32d192ed03U)).next();
}

}  // namespace dps
