/// An engine's state of the requests of its process. Source: docs/language.md, "Requests".
#pragma once

#include <cstdint>

#include "base/request.h"
#include "blueprint/engine/message_table.h"
#include "blueprint/request_joins.h"

namespace dps::engine {

/// The request of a message that is sent.
struct MessageRequest {
  Request request;
  bool begins = false;  ///< it is the first message of its request
};

/// A message that no firing has used, of a type that a collection with -each lists: the fields of
/// Taken and TakenFor except the request.
struct JoinedMessage {
  static constexpr std::uint32_t kMostUnits = 0x7fffffff;

  std::uint64_t sequence = 0;
  std::uint64_t stamp = 0;
  ProcessId from{};
  std::uint32_t unit : 31 = 0;
  std::uint32_t is_timer : 1 = 0;

  static JoinedMessage of(const Taken& taken, const TakenFor& of) {
    return {taken.sequence, taken.stamp, taken.from, taken.unit & kMostUnits,
            of.is_timer ? 1U : 0U};
  }
  [[nodiscard]] Taken taken() const { return {sequence, stamp, from, unit, 1}; }
};

struct Requests {
  blueprint::RequestJoins<JoinedMessage> joins;  ///< of the active unit
  TakenFor cause;                                ///< of the firing
  Request own;                                   ///< the last one that the process began
  // The firing that began `own`. A message, or an activation, fires each position at most once.
  std::uint64_t causes = 0;  ///< messages and activations so far
  std::uint64_t own_cause = 0;
  std::uint32_t own_position = 0;
};

}  // namespace dps::engine
