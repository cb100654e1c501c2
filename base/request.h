/// A request: work that a process starts and waits for, including all that other processes do for
/// it. Source: docs/language.md, "Requests".
#pragma once

#include <cstdint>
#include <limits>

namespace dps {

/// The request of a message, or none.
struct Request {
  static constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

  std::uint64_t number = 0;        ///< from 1 at its origin, below 2^48
  std::int64_t begin = 0;          ///< an instant, in the time of its origin
  std::uint32_t origin = kNobody;  ///< the process that began it, in process order

  [[nodiscard]] bool exists() const { return origin != kNobody; }
  bool operator==(const Request&) const = default;
};

}  // namespace dps
