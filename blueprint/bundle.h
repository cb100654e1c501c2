/// Possible messages of a program, as a product of sets of processes.
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "blueprint/process_set.h"

namespace dps::blueprint {

/// Messages of one O line and type: every sender may send to every receiver.
struct Bundle {
  std::uint32_t definition = 0;  ///< of the O line
  ProcessSet senders;
  MessageId mid{};
  ProcessSet receivers;
  bool others = false;      ///< -others: no sender sends to itself
  std::uint64_t bytes = 0;  ///< of the largest message
  bool answers = false;     ///< sent to ACK or ORIGIN
  bool to_origin = false;   ///< sent to ORIGIN
  bool inside = false;      ///< inside a collective operation: no collection counts it
};

}  // namespace dps::blueprint
