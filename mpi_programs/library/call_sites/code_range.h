/// Code in memory.
#pragma once

#include <cstdint>

namespace dps::mpi_library {

struct CodeRange {
  std::uintptr_t first = 0;
  std::uintptr_t end = 0;

  [[nodiscard]] bool has(std::uintptr_t address) const { return first <= address && address < end; }
};

}  // namespace dps::mpi_library
