/// The progress of a process at the end of a run, for the report of a deadlock.
#pragma once

#include <cstdint>
#include <tuple>

#include "base/ids.h"
#include "base/request.h"

namespace dps::engine {

/// One pair of a collection of the active unit.
struct Progress {
  std::uint32_t position = 0;  ///< of the functionality on the U line
  MessageId mid{};
  std::uint64_t has = 0;    ///< messages taken since the collection last became complete
  std::uint64_t wants = 0;  ///< its count
  // With -each: one request under way. The oldest requests are listed, and the others counted.
  std::uint32_t origin = Request::kNobody;
  std::uint64_t number = 0;  ///< 0: no request
  std::uint64_t others = 0;  ///< requests that are not listed; in the pairs of the last listed one
  bool is_each = false;      ///< with -each, and some request is under way

  bool operator==(const Progress&) const = default;
};

/// Messages of one type and sender that were taken and never used, by the unit that took them
/// first.
struct Unclaimed {
  MessageId mid{};
  ProcessId from{};
  std::uint32_t unit = 0;  ///< position in the plan
  std::uint64_t count = 0;

  bool operator==(const Unclaimed&) const = default;
};

/// Messages of one O line that wait for an answer of a receiver (-window).
struct QueuedMessages {
  MessageId mid{};
  std::uint32_t output = 0;    ///< position in Program::outputs; of the first message
  std::uint32_t receiver = 0;  ///< 2^32-1 with -pick: any of the line's receivers
  std::uint64_t count = 0;

  bool operator==(const QueuedMessages&) const = default;
};

/// The collective operations of one O line and group to which a process has contributed.
struct Contributions {
  MessageId mid{};
  ProcessId first{};              ///< the member with the rank 0
  std::uint64_t contributed = 0;  ///< operations
  std::uint64_t done = 0;         ///< operations in which the process has done its part

  bool operator==(const Contributions&) const = default;
};

// The order in a DONE frame (docs/protocol.md).
constexpr auto fields(const Progress*) {
  return std::tuple(&Progress::position, &Progress::mid, &Progress::has, &Progress::wants,
                    &Progress::origin, &Progress::number, &Progress::others, &Progress::is_each);
}
constexpr auto fields(const QueuedMessages*) {
  return std::tuple(&QueuedMessages::mid, &QueuedMessages::output, &QueuedMessages::receiver,
                    &QueuedMessages::count);
}
constexpr auto fields(const Unclaimed*) {
  return std::tuple(&Unclaimed::mid, &Unclaimed::from, &Unclaimed::unit, &Unclaimed::count);
}

constexpr auto fields(const Contributions*) {
  return std::tuple(&Contributions::mid, &Contributions::first, &Contributions::contributed,
                    &Contributions::done);
}

}  // namespace dps::engine
