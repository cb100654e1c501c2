/// The limits of machine files and costs files. Source: docs/machines.md, "Limits".
#pragma once

#include <cstddef>
#include <cstdint>

namespace dps::machines {

inline constexpr std::uint64_t kMostSpeed = 1'000'000'000;
/// The largest machine file: Parasol files list every link.
inline constexpr std::size_t kMostMachineBytes = std::size_t{256} << 20;

// The limits of graphs.
inline constexpr std::uint64_t kMostLinks = 4'000'000;
inline constexpr std::uint64_t kMostRouters = 4'000'000;
inline constexpr std::uint64_t kMostListedRoutes = 4'000'000;
inline constexpr std::uint64_t kLongestRoute = 256;

}  // namespace dps::machines
