// Random programs on random machines, for comparisons of predictions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/time_units.h"
#include "predictor/machines/machine.h"
#include "profiles/record.h"

namespace dps::predictor::test {

/// A program may end, deadlock, or continue forever. Few distinct times are used, so that many
/// events are at the same instant. Processes share hosts and cores, or have their own.
struct RandomCase {
  std::string blueprint;
  std::string machine_text;  ///< the machine, for messages
  std::unique_ptr<machines::Machine> machine;
  std::vector<std::uint32_t> host_of;  ///< by process
  profiles::Level level{};
  Picoseconds stop{};   ///< the instant at which the run is stopped, if it has not ended
  Picoseconds reach{};  ///< the time by which processes may run ahead
};

/// The same case for the same seed.
RandomCase random_case(std::uint64_t seed);

}  // namespace dps::predictor::test
