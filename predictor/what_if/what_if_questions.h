/// The questions of --what-if: the changed elements of a blueprint and a machine, and the factors.
/// Source: docs/machines.md, "What if".
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "predictor/machines/factor.h"

namespace dps::predictor {

/// One element, which is a line or a key of the machine, and its factor.
struct WhatIfQuestion {
  std::string name;                             ///< "C:Work.c", "O:Job.o", "network.latency"
  std::uint32_t definition = blueprint::kNone;  ///< the C line or the O line; kNone: a key
  machines::Factor factor;
  std::string path;  ///< for a key: the activity with its time (docs/result.md, "Why"), or empty

  [[nodiscard]] bool is_of_machine() const { return definition == blueprint::kNone; }
};

/// The questions of all --what-if, in order; those of "all" are about the C lines, the O lines and
/// the keys of the machine, in the order of their files. `machine` is a machine file without
/// errors. Errors (kInput): no such element, a wrong factor, a value that the machine must not
/// have, an element that occurs twice.
Result<std::vector<WhatIfQuestion>> what_if_questions(const std::vector<std::string>& options,
                                                      const blueprint::Program& program,
                                                      const SourceText& machine);

}  // namespace dps::predictor
