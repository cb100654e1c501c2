/// A stream as functional units.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "predictor/estimator/folding/folder.h"
#include "predictor/estimator/streams/instruction.h"

namespace dps::estimator {

/// Computations, then sends: one functionality.
struct Action {
  std::vector<StreamInstruction> works;
  std::vector<StreamInstruction> sends;
};

/// The unit that follows: `again` the first `times` times, then `next`; without `times`, always
/// `next`.
struct NextUnit {
  std::uint64_t times = 0;
  std::size_t again = 0;
  std::optional<std::size_t> next;  ///< nullopt: the process is complete
};

/// A unit fires its actions in order. It ends when the message of `receive` has arrived or, without
/// `receive`, at once.
struct StreamUnit {
  std::vector<Action> actions;
  std::optional<StreamInstruction> receive;
  NextUnit next;
};

/// The units of a folded stream of WORK, SEND and BRECEIVE; the first one is the initial one.
/// Repeated blocks are loops of units.
std::vector<StreamUnit> units_of(const std::vector<FoldedItem>& items);

}  // namespace dps::estimator
