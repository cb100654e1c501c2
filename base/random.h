/// Pseudorandom numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <string_view>

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

/// Derives the seed of a stream with a name, by the FNV-1a hash of the name.
inline std::uint64_t seed_of(std::uint64_t seed, std::string_view which) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char letter : which) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3U;
  }
  return seed_of(seed, hash);
}

}  // namespace dps
