/// What the user may decide about a session, and how long each of its phases may take.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "coordinator/session/repetition.h"
#include "profiles/record.h"

namespace dps::coordinator {

/// Source: docs/reliability.md, promise P2. Tests shorten them.
struct Deadlines {
  std::chrono::milliseconds hello{10'000};  ///< from the start of an agent to its HELLO …
  std::chrono::milliseconds hello_from_afar{20'000};  ///< … on another host: 10 s are ssh's own
  std::chrono::milliseconds launch{30'000};           ///< from HELLO to LISTENING of all
  std::chrono::milliseconds ready{8'500};  ///< from PEERS to READY of all, with `telling` 10 s …
  std::chrono::microseconds per_connection{1000};  ///< … plus this per connection of the busiest
  std::chrono::milliseconds telling{1'500};        ///< who gave up says whom he did not reach
  std::chrono::milliseconds begin{2'000};          ///< from the BEGIN instant to running, …
  std::chrono::milliseconds per_process{20};  ///< … plus this per process of the fullest host
  std::chrono::milliseconds collect{30'000};  ///< from the last DONE to DRAINED of all
  std::chrono::milliseconds grace{1'800};     ///< STOP: SIGTERM, and SIGKILL after this
  std::chrono::milliseconds stop{2'400};      ///< STOP, until what has not come is given up
  std::chrono::milliseconds settle{250};      ///< a failure may be the effect of another one
  std::chrono::milliseconds ping{1'000};
  std::chrono::milliseconds silence{5'000};  ///< an agent without a sign of life is lost
  std::chrono::milliseconds exit{3'000};     ///< BYE, until the launcher's child is killed
};

struct SessionOptions {
  profiles::Level level = profiles::Level::kProcess;
  bool spin = false;
  bool bind_to_cores = false;  ///< the processes of a host one to a core, in their order
  std::string transport = "tcp";
  Repetition repetition;
  std::optional<Seconds> timeout;      ///< of every run, from its BEGIN instant
  std::vector<std::string> userfuncs;  ///< libraries, as absolute paths
  std::uint64_t max_message = 1ULL << 30;
  std::uint64_t seed = 1;
  std::string folder;  ///< the blueprint's, absolute: for `exec`
  /// When nobody reads this any more the session is stopped; -1: nothing is looked at.
  int answer_descriptor = -1;
  Deadlines deadlines;
};

}  // namespace dps::coordinator
