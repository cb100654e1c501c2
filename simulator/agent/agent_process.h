/// The agent as a program: two processes, guardian and agent, which exchange frames with the
/// coordinator over standard input and output.
#pragma once

#include <functional>

namespace dps::simulator {

/// Runs `dps-simulator --agent`. Returns the exit status when no descendant is left. `clean` is
/// called at the end of each half, so that the half that ends last removes the files of both.
int run_agent(const std::function<void()>& clean = [] {});

}  // namespace dps::simulator
