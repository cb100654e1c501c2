#include "predictor/what_if/network_of_trace.h"

#include <algorithm>

#include "profiles/traces/event.h"

namespace dps::predictor {

machines::Letter NetworkOfTrace::letter_of(const traces::SentMessage& message) const {
  const blueprint::Output& output = program_.outputs[message.output];
  return {message.from, message.to, message.bytes, output.packed, output.xdr};
}

traces::Ticks NetworkOfTrace::alone(const traces::SentMessage& message) {
  return std::min<traces::Ticks>(sharing_.alone(letter_of(message)).count(), traces::kMostTicks);
}

std::optional<std::uint32_t> NetworkOfTrace::shared_link(const traces::SentMessage& one,
                                                         const traces::SentMessage& other) {
  return sharing_.shared_link(letter_of(one), letter_of(other));
}

}  // namespace dps::predictor
