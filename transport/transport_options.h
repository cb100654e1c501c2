/// The options that every transport has.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "base/ids.h"
#include "transport/transport.h"

namespace dps::transport {

/// The facts about its process and the run that every transport needs.
struct TransportOptions {
  ProcessId self{};
  Wait wait = Wait::kBlock;  ///< ignored over MPI, which only polls
  std::uint64_t max_message = std::uint64_t{1} << 30;
  std::uint32_t message_types = 0;  ///< received messages whose mid is not below this are dropped
  bool notes_arrivals = false;      ///< sets Arrival::found and Arrival::was_there
  bool has_requests = false;        ///< messages carry the request that they belong to
  std::uint32_t processes = 0;      ///< the processes of the program, the only origins of requests
  std::function<std::string(ProcessId)> name;  ///< for error messages: "Worker.p[3]"

  /// Returns the request that a message carries, or none if its origin does not exist.
  [[nodiscard]] Request known(const Request& carried) const {
    return carried.origin < processes ? carried : Request{};
  }
  /// The value of Arrival::found for a message that is found now.
  [[nodiscard]] std::chrono::steady_clock::time_point found_now() const {
    return notes_arrivals ? std::chrono::steady_clock::now()
                          : std::chrono::steady_clock::time_point{};
  }
};

}  // namespace dps::transport
