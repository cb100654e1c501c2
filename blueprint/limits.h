/// The limits of programs. Source: docs/language.md, "Limits".
#pragma once

#include <cstddef>
#include <cstdint>

namespace dps::blueprint {

inline constexpr std::uint32_t kMaxProcesses = 1'000'000;
inline constexpr std::size_t kMaxTagBytes = 255;
inline constexpr std::uint32_t kMaxAlternatives = 64;
inline constexpr double kMaxWeight = 1e15;          ///< of an alternative
inline constexpr std::uint32_t kMaxSteps = 65'536;  ///< K + 1 of a functionality with `step`
/// Limit on the entries of the tables of `step` and `to` of a program.
inline constexpr std::uint32_t kMaxTableEntries = 1U << 24;

}  // namespace dps::blueprint
