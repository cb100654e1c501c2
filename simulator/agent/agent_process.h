/// The agent as a process that a launcher starts: both halves, their signals, and frames over
/// standard input and output.
#pragma once

namespace dps::simulator {

/// `dps-simulator --agent`. Returns the exit status when nothing of the run is left.
int run_agent();

}  // namespace dps::simulator
