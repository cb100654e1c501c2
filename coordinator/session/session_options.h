/// The options of a session.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "coordinator/agents/deadlines.h"
#include "coordinator/placement/operation_times.h"
#include "coordinator/session/repetition.h"
#include "profiles/record.h"
#include "profiles/traces/head.h"

namespace dps::coordinator {

/// The user's choices for a session, except the hosts.
struct SessionOptions {
  profiles::Level level = profiles::Level::kProcess;
  bool spin = false;           ///< receivers poll
  bool bind_to_cores = false;  ///< binds each process of a host to a core, in process order
  std::string transport = "tcp";
  Repetition repetition;
  std::optional<Seconds> timeout;  ///< for each run, from its BEGIN instant
  /// The only run is ended this time after its BEGIN instant, and is then complete.
  std::optional<Seconds> end;
  std::vector<std::string> userfuncs;      ///< libraries, as absolute paths
  std::vector<NamedTimings> timings;       ///< the timings of processor types, for `ops`
  std::uint64_t max_message = 1ULL << 30;  ///< bytes
  std::uint64_t seed = 1;
  std::string folder;  ///< absolute path of the blueprint's folder, for `exec`
  /// The session is stopped when the reader of this pipe has closed it; -1: no pipe.
  int output_descriptor = -1;
  std::optional<traces::Limits> trace;  ///< limits of each process's events; nullopt: no trace
  Deadlines deadlines;
};

}  // namespace dps::coordinator
