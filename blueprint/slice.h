/// The part of a program that one process needs: what a simulator is sent.
#pragma once

#include "base/ids.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The program as `self` sees it: its plan with everything that hangs on it, and every group with
/// its ptag, so that process ids and names mean what they mean in the whole. Its tables hold each
/// reading once and in a fixed order, so equal processes have equal slices.
///
/// mids stay those of the whole program: message_types keeps its length, and a type that `self`
/// does not mention has an empty mtag. Left out are places in the text, T lines, variables, and the
/// plans of other processes (plan_of is kNone for them).
Program slice(const Program& program, ProcessId self);

}  // namespace dps::blueprint
