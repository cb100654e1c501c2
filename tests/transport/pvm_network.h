/// Processes that are tasks of a PVM (tests/support/private_pvm.h). libpvm supports one task for
/// each OS process, so every body runs in a child.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "transport/pvm/pvm_transport.h"

namespace dps::transport {

/// Parameters that the tasks of a test share.
struct PvmPlan {
  MessageRoute route = MessageRoute::kDefault;
  Wait wait = Wait::kBlock;
  std::uint64_t largest = 1000;
  std::vector<OutgoingMessage> messages{};
  std::chrono::seconds timeout{20};  ///< the timeout of connect()
};

/// A child, which is connected to all others, calls this in run 1. Its failed assertions fail the
/// test.
using PvmBody = std::function<void(PvmTransport&)>;

/// Runs every body as a process: p[0], p[1] … Returns when all have ended.
void play(const PvmPlan& plan, const std::vector<PvmBody>& bodies);

/// Options of process `self` of the tests' run: 10 message types.
PvmOptions pvm_test_options(std::uint32_t self, Wait wait = Wait::kBlock);

Arrival receive(PvmTransport& transport);
void send(PvmTransport& transport, std::uint32_t to, const OutgoingMessage& outgoing);

}  // namespace dps::transport
