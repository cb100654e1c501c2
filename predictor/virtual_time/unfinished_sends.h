/// Sends that do not end when their message enters the network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/time_units.h"
#include "blueprint/events/process_events.h"

namespace dps::predictor {

/// A send whose message is in the network. The message may have been taken, and its number used
/// again.
struct UnfinishedSend {
  events::Message message;
  Picoseconds since{};    ///< the start of the send
  Picoseconds packing{};  ///< CPU time
};

/// Stores at most one send for each process, the sender. Needs no memory without such sends.
class UnfinishedSends {
 public:
  void add(std::uint32_t self, std::size_t processes, const UnfinishedSend& send) {
    if (sends_.empty()) {
      sends_.resize(processes);
    }
    sends_[self] = send;
  }
  /// The send that was added last for the process.
  [[nodiscard]] const UnfinishedSend& of(std::uint32_t self) const { return sends_[self]; }

 private:
  std::vector<UnfinishedSend> sends_;  // by process
};

}  // namespace dps::predictor
