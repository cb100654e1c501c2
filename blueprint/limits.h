/// The limits of programs. Source: docs/language.md, "Limits".
#pragma once

#include <cstddef>
#include <cstdint>

namespace dps::blueprint {

inline constexpr std::uint32_t kMaxProcesses = 1'000'000;
inline constexpr std::size_t kMaxTagBytes = 255;

}  // namespace dps::blueprint
