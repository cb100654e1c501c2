/// The rules that every output with -collective satisfies, in each Program that is read or decoded.
#pragma once

#include <cstdint>
#include <vector>

#include "blueprint/program.h"

namespace dps::blueprint {

/// True if the output has no collective, or one that its members can perform: the algorithm
/// performs the operation, the members are the receivers, and sizes are within the limits. The
/// tables before outputs are known. Takes O(log n) and the number of elements.
[[nodiscard]] bool has_right_collective(const Program& program, const Output& output);

/// True if the list of the types of collectives is in order, and has those of all outputs.
[[nodiscard]] bool has_right_types(const Program& program);

/// The O lines with -alg native, ascending: definitions.
[[nodiscard]] std::vector<std::uint32_t> native_lines(const Program& program);

/// True for the kinds of C lines that -combine may name: sleep, busywait, compute, work.
[[nodiscard]] bool may_combine(ComputationKind kind);

}  // namespace dps::blueprint
