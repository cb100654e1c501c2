/// Writes the structure of a program as Graphviz text (DPS paper, 2.2, figures 2 and 3).
#pragma once

#include <string>

#include "blueprint/program.h"

namespace dps::blueprint {

/// Each P line is a cluster ("Worker.p ×4") of units, each unit a cluster of functionalities, and
/// each functionality a cluster of components: input, computations, outputs. Dashed edges are the
/// control flow within a process: from "start" to the first unit; from a unit's black dot, at which
/// it becomes active, to the functionalities with itag NULL, once, and to "wait", from which the
/// other functionalities fire; with a*K,b the edges have the labels "K ×" and "then", and to
/// alternatives those of their shares, "80 %". Below the name of a P line are its htags with their
/// constraints. Solid edges are messages, from an output to the inputs that wait for them, labelled
/// with type, number and size; dotted if they go to ORIGIN, with a dot at the tail if they begin a
/// request. Clones share a cluster even if their lines use `self`, so the graph grows with the
/// number of lines, not of processes.
std::string graph(const Program& program, const std::string& title);

}  // namespace dps::blueprint
