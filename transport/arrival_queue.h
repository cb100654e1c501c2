/// The messages that have arrived and wait, in the order of their arrival.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>

#include "transport/transport.h"

namespace dps::transport {

/// Keeps what arrives for the run at hand, and for the one after it (whose messages may come before
/// this process has begun it). Equal messages in a row share one entry of 16 bytes, so that a flood
/// from one sender takes next to nothing.
class ArrivalQueue {
 public:
  /// The largest body that an entry can hold.
  static constexpr std::uint64_t kLargestBody = std::uint64_t{1} << 40;

  /// The messages of `run` that came early now wait; all others are forgotten. Returns how many.
  std::uint64_t begin_run(std::uint32_t run);

  /// False: the message is of a run that is over, or of a second one that has not begun.
  [[nodiscard]] bool push(std::uint32_t run, const Arrival& arrival);

  [[nodiscard]] bool empty() const { return now_.empty(); }
  /// The oldest. Not when empty().
  Arrival pop();

 private:
  /// An Arrival in 16 bytes, and how many more like it follow it directly.
  struct Entry {
    std::uint32_t mid;
    std::uint32_t from;
    std::uint64_t bytes : 41;
    std::uint64_t packed : 1;
    std::uint64_t xdr : 1;
    std::uint64_t repeats : 21;
  };

  static void append(std::deque<Entry>& entries, const Arrival& arrival);
  static std::uint64_t count(const std::deque<Entry>& entries);

  std::optional<std::uint32_t> run_;  ///< none before the first begin_run()
  std::deque<Entry> now_;
  std::uint32_t next_run_ = 0;  ///< means nothing while next_ is empty
  std::deque<Entry> next_;
};

}  // namespace dps::transport
