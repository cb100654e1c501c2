/// The pipes between the session and one of the many agents behind a trunk.
#pragma once

#include <string_view>

#include "base/result.h"
#include "coordinator/launch/launcher.h"
#include "transport/control/stream_io.h"

namespace dps::coordinator {

/// Our ends of an agent's pipes, and the session's ends until it takes them.
struct TrunkLine {
  /// Makes the pipes. Errors (kSystem): too few descriptors.
  Result<void> open();
  /// Writes the bytes from the agent, as far as the session accepts them without blocking.
  void write_up();
  /// Writes a text to the session as the agent's standard error.
  void write_error(std::string_view text);
  /// The agent's stream has ended: closes the output when `up` has been written.
  void end_up();
  void close();

  Descriptor input;   ///< read: frames down
  Descriptor output;  ///< written: frames up
  Descriptor errors;  ///< written at the end
  LaunchedAgent theirs;
  control::ByteQueue up;
  bool ended = false;
};

}  // namespace dps::coordinator
