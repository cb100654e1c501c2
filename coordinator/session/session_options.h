/// The options of a session.
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
  bool spin = false;           ///< receivers poll
  bool bind_to_cores = false;  ///< the processes of a host one to a core, in their order
  std::string transport = "tcp";
  Repetition repetition;
  std::optional<Seconds> timeout;          ///< of every run, from its BEGIN instant
  std::vector<std::string> userfuncs;      ///< libraries, as absolute paths
  std::uint64_t max_message = 1ULL << 30;  ///< bytes
  std::uint64_t seed = 1;
  std::string folder;  ///< the blueprint's, absolute: for `exec`
  /// The session is stopped when the reader of this pipe has closed it; -1: not watched.
  int output_descriptor = -1;
  Deadlines deadlines;
};

}  // namespace dps::coordinator
