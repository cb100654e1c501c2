/// The messages that have arrived and have not been taken, in the order of their arrivals.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "transport/transport.h"

namespace dps::transport {

/// Contains messages of the current run, and of the next one, which another process may have begun
/// earlier. Consecutive equal messages share one entry of 24 bytes, so that a flood from one sender
/// needs almost no memory. Messages that belong to requests have an entry each, and 24 bytes more.
class ArrivalQueue {
 public:
  /// The largest size of a body that an entry can represent.
  static constexpr std::uint64_t kLargestBody = std::uint64_t{1} << 40;

  /// Makes `run` the current run: its messages that have arrived early can now be taken. Drops all
  /// others and returns their number.
  std::uint64_t begin_run(std::uint32_t run);

  /// Returns false if the message belongs to neither the current nor the next run; it is then
  /// dropped.
  [[nodiscard]] bool push(std::uint32_t run, const Arrival& arrival);

  [[nodiscard]] bool empty() const { return now_.arrivals.empty(); }
  /// Removes and returns the oldest message. Requires !empty().
  Arrival pop();

 private:
  /// An Arrival in 24 bytes, and the number of equal ones that follow it directly.
  struct QueuedArrival {
    std::uint32_t mid;
    std::uint32_t from;
    std::uint64_t bytes : 41;
    std::uint64_t packed : 1;
    std::uint64_t xdr : 1;
    std::uint64_t was_there : 1;
    std::uint64_t has_request : 1;
    std::uint64_t repeats : 19;
    std::chrono::steady_clock::time_point found;
  };

  /// The messages of a run.
  struct Entries {
    std::deque<QueuedArrival> arrivals;
    std::deque<Request> requests;  ///< the requests of the entries that have one, in entry order
  };

  static void append(Entries& entries, const Arrival& arrival);
  static std::uint64_t count(const Entries& entries);

  std::optional<std::uint32_t> run_;  ///< empty before the first begin_run()
  Entries now_;
  std::uint32_t next_run_ = 0;  ///< meaningless while next_ is empty
  Entries next_;
};

}  // namespace dps::transport
