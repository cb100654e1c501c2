#include "blueprint/operations_text.h"

#include <fmt/format.h>

#include "base/operations/operation_sum.h"

namespace dps::blueprint {

std::string operations_text(const Program& program, const Computation& computation) {
  std::string sum = operations::sum_text(program.operations_of(computation));
  if (!computation.loop) {
    return sum;
  }
  return *computation.loop == 0 ? sum + " cached"
                                : fmt::format("{} loop {}", sum, *computation.loop);
}

}  // namespace dps::blueprint
