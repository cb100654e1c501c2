/// The agent as a process that a launcher starts: two halves, which exchange frames with the
/// coordinator over standard input and output.
#pragma once

#include <functional>

namespace dps::simulator {

/// `dps-simulator --agent`. Returns the exit status when no descendant is left. `clean` is called
/// last, in either half: the one that ends later removes what both have used.
int run_agent(const std::function<void()>& clean = [] {});

}  // namespace dps::simulator
