#pragma once

#include <cstdint>

#include <rapidcheck.h>

namespace dps::machines {

/// A random number from `least` to less than `most`.
inline std::uint64_t any_number(std::uint64_t least, std::uint64_t most) {
  return *rc::gen::inRange<std::uint64_t>(least, most);
}

}  // namespace dps::machines
