/// The limits of machine files and costs files. Source: docs/machines.md, "Limits".
#pragma once

#include <cstdint>

namespace dps::machines {

inline constexpr std::uint64_t kMostSpeed = 1'000'000'000;

// Of graphs.
inline constexpr std::uint64_t kMostLinks = 4'000'000;
inline constexpr std::uint64_t kMostRouters = 4'000'000;
inline constexpr std::uint64_t kMostListedRoutes = 4'000'000;
inline constexpr std::uint64_t kLongestRoute = 256;

}  // namespace dps::machines
