/// The possible messages of collective operations.
#pragma once

#include <vector>

#include "blueprint/bundle.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// Appends the messages inside the operations of an output with -collective (Bundle::inside), and
/// the completions of its senders, which are messages of each to itself. Messages that all members
/// send to all others are one bundle; else there is one for each sender.
void append_collective_flows(const Program& program, const Output& output,
                             const ProcessSet& senders, std::vector<Bundle>& bundles);

}  // namespace dps::blueprint
