/// The outer half of a host's agent: it starts the inner half, waits, and outlives it by just as
/// long as it takes to end what that left behind (docs/protocol.md, "Inside a host").
#pragma once

#include <functional>

namespace dps::simulator {

/// The two streams of frames, as descriptors that nothing else uses.
struct Channels {
  int down = -1;
  int up = -1;
};

/// Moves standard input and output out of the way: frames are read and written at other numbers,
/// 0 is /dev/null and 1 is standard error, so that nothing that prints can disturb the frames.
Channels take_standard_streams();

/// Writes the marker and runs `agent` in a child process, with a descriptor that turns readable
/// (its end) when the guardian is gone. Returns the exit status, in both processes: in the child
/// that of `agent`, in the guardian the same, or 1 if the agent was lost. When the agent is lost,
/// or does not end within 2 s after the stream down was closed, every descendant is ended.
int guard(const Channels& channels, const std::function<int(int lifeline)>& agent);

/// Tells of the loss of one half and ends every descendant, which comes first only if the stream is
/// full: then the coordinator has 2 s to make room.
void mourn(int up, const char* lost_half, int wait_status);

}  // namespace dps::simulator
