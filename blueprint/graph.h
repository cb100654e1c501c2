/// The shape of a program (the DPS paper, 2.2 and figures 2 and 3) as Graphviz text.
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// A cluster for each P line ("Worker.p ×4"), in it one for each unit, in it the components of its
/// functionalities: input, computations, outputs. Hashed edges are control: what follows within a
/// process. Solid edges are messages, from an output to the inputs that wait for them, with type,
/// number and size. Clones share a cluster even where `self` makes their readings different, so the
/// graph grows with the blueprint's lines, not with its processes.
std::string graph(const Program& program, const std::string& title);

}  // namespace dps::blueprint
