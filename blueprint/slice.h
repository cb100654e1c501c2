/// Extracts the part of a program that one process needs. Simulators receive such slices.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Returns a program with the plan of `self` and all entries that the plan refers to, and with all
/// groups, so that process ids and names are those of the whole program. Its tables contain each
/// entry once and in a fixed order, so equal processes have equal slices.
///
/// mids are those of the whole program: message_types keeps its length, and types that `self` does
/// not mention have an empty mtag. A slice has no positions in the text, T lines, variables, or
/// plans of other processes (plan_of is kNone for them).
Program slice(const Program& program, ProcessId self);

/// The positions in the program of the components of a slice, by their positions in the slice.
struct SliceOrigins {
  std::vector<std::uint32_t> computations;
  std::vector<std::uint32_t> outputs;

  bool operator==(const SliceOrigins&) const = default;
};
/// The origins are the same for all processes of a plan.
SliceOrigins slice_origins(const Program& program, ProcessId self);

}  // namespace dps::blueprint
