/// What the user may decide about a session, and how long each of its phases may take.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/session/repetition.h"
#include "profiles/record.h"

namespace dps::coordinator {

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
