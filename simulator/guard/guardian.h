/// The outer half of a host's agent: it starts the inner half and, when that has ended, ends all
/// of its descendants (docs/protocol.md, "Inside a host").
#pragma once

#include <functional>

namespace dps::simulator {

/// The two frame streams of an agent, as descriptors that nothing else uses.
struct Channels {
  int down = -1;
  int up = -1;
};

/// Moves standard input and output to other numbers, which carry the frames. Descriptor 0 becomes
/// /dev/null and 1 standard error, so that nothing that is printed gets between frames.
Channels take_standard_streams();

/// Writes the marker and runs `agent` in a child, with a descriptor that becomes readable (end of
/// file) when the guardian has ended. Kills the child 2 s after the stream down was closed if it
/// still runs. Ends every descendant. Returns the exit status of `agent`; 1, after AGENT_LOST, if a
/// signal ended it.
int guard(const Channels& channels, const std::function<int(int lifeline)>& agent);

/// Sends AGENT_LOST and ends every descendant. If the stream up is full, the descendants are ended
/// first and the coordinator has 2 s to make room.
void report_loss_and_end_descendants(int up, const char* lost_half, int wait_status);

}  // namespace dps::simulator
