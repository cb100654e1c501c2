/// The times of messages that have the network of a machine to themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "predictor/machines/machine.h"

namespace dps::machines {

/// A network whose processes read from it at all times, without the costs of hosts.
std::unique_ptr<Network> listening_network(const Machine& machine,
                                           const std::vector<std::uint32_t>& host_of);

/// Plays one message after the other on a network, each when the one before has arrived and the
/// network has rested.
class LoneMessages {
 public:
  /// Both are borrowed. `host_of`: the host of each process.
  LoneMessages(const Machine& machine, const std::vector<std::uint32_t>& host_of)
      : machine_(machine), host_of_(host_of) {}

  /// The time from the entry of the letter to its arrival; kNever if it does not arrive.
  Picoseconds time_of(const Letter& letter);

 private:
  Picoseconds play(const Letter& letter);

  const Machine& machine_;
  const std::vector<std::uint32_t>& host_of_;
  std::unique_ptr<Network> network_;  // null: the next letter needs a new one
  Picoseconds now_{};
};

}  // namespace dps::machines
