/// The pairs of the contended functions.
#pragma once

#include <cstdint>
#include <optional>

namespace dps::rawtiming {

enum class Role : std::uint8_t { kFirst, kSecond, kNone };

struct Partner {
  Role role = Role::kNone;
  std::uint32_t rank = 0;  ///< the rank of the partner

  bool operator==(const Partner&) const = default;
};

/// The partner of `rank` in a random pairing of `ranks` processes, and the role of `rank` in the
/// pair. Of an odd number, one process has no partner. The same seed and trial give the same
/// pairing in every process.
Partner partner_of(std::uint32_t rank, std::uint32_t ranks, std::uint64_t seed,
                   std::uint64_t trial);

}  // namespace dps::rawtiming
