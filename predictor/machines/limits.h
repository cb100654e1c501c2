/// The limits of machine files and costs files. Source: docs/machines.md, "Limits".
#pragma once

#include <cstdint>

namespace dps::machines {

inline constexpr std::uint64_t kMostSpeed = 1'000'000'000;

}  // namespace dps::machines
