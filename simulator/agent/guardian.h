/// The guardian, which is the outer half of a host's agent: it starts the inner half and, when that
/// has ended, ends all descendants.
/// Source: docs/protocol.md, "Inside a host".
#pragma once

#include <functional>

namespace dps::simulator {

/// The two frame streams of an agent, as descriptors that nothing else uses.
struct Channels {
  int down = -1;
  int up = -1;
};

/// Moves standard input and output to other numbers, which are the frame streams. Descriptor 0
/// becomes /dev/null and 1 becomes standard error, so that output is never mixed with frames.
Channels take_standard_streams();

/// Writes the marker and runs `agent` in a child. Its argument is a descriptor that becomes
/// readable (end of file) when the guardian has ended. Kills the child if it still runs 2 s after
/// the end of the coordinator's stream. Ends every descendant. Returns the exit status of `agent`;
/// 1, after AGENT_LOST, if a signal ended it.
int guard(const Channels& channels, const std::function<int(int lifeline)>& agent);

/// Sends AGENT_LOST and ends every descendant. If the stream to the coordinator is full, ends the
/// descendants first, and waits up to 2 s until the coordinator reads.
void report_loss_and_end_descendants(int up, const char* lost_half, int wait_status);

}  // namespace dps::simulator
