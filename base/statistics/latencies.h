/// The latencies of a run or a prediction: how long messages took, and functionalities.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "base/statistics/histogram.h"

namespace dps::statistics {

/// Messages that were taken, and that no firing had used when their process ended.
struct UnclaimedMessages {
  std::uint64_t count = 0;
  std::uint64_t longest = 0;  ///< from the start of a send to the end of the process

  void add(std::uint64_t messages, std::uint64_t wait) {
    count += messages;
    longest = std::max(longest, wait);
  }
  bool operator==(const UnclaimedMessages&) const = default;
};

/// The times of messages of one type, timers and late messages aside, from the start of the send to
/// the firing that uses the message first. A message that is used without a firing is used when it
/// is taken.
struct MessageTimes {
  Histogram total;
  Histogram under_way;  ///< from the start of the send to the arrival
  Histogram queued;     ///< from the arrival to the end of the take; reading is included
  Histogram kept;       ///< from the end of the take to the use; of all messages in `total`
  Histogram unknown;    ///< `under_way` and `queued` of messages of which only the sum is known
  UnclaimedMessages unclaimed;  ///< these are in no histogram

  void add(std::uint64_t under_way_for, std::uint64_t queued_for, std::uint64_t kept_for = 0) {
    total.add(under_way_for + queued_for + kept_for);
    under_way.add(under_way_for);
    queued.add(queued_for);
    kept.add(kept_for);
  }
  void add_unsplit(std::uint64_t until_taken, std::uint64_t kept_for = 0) {
    total.add(until_taken + kept_for);
    unknown.add(until_taken);
    kept.add(kept_for);
  }
  [[nodiscard]] bool empty() const { return total.empty() && unclaimed.count == 0; }
  void merge(const MessageTimes& other);

  bool operator==(const MessageTimes&) const = default;
};

struct MessageLatency {
  std::string mtag;
  MessageTimes times;

  bool operator==(const MessageLatency&) const = default;
};

/// The durations of a functionality in a unit, over all clones of a P line.
struct FunctionalityLatency {
  std::string ptag;  ///< without an index
  std::string futag;
  std::string ftag;
  Histogram real;

  bool operator==(const FunctionalityLatency&) const = default;
};

/// The ages of the requests that fired a functionality, over all clones of a P line: from the start
/// of the request to the firing.
struct RequestLatency {
  std::string ptag;  ///< without an index
  std::string futag;
  std::string ftag;
  std::uint64_t begun = 0;  ///< requests that firings of the functionality have begun
  Histogram age;            ///< empty if no request fired it

  bool operator==(const RequestLatency&) const = default;
};

/// The messages of an O line with -window, over all clones of a P line.
struct WindowLatency {
  std::string ptag;  ///< without an index
  std::string otag;
  Histogram waited;                 ///< until the send could begin; 0: at once
  std::uint64_t longest_queue = 0;  ///< the most messages that have waited in one queue

  bool operator==(const WindowLatency&) const = default;
};

/// The operations of an O line with -collective, over all groups of members.
struct CollectiveLatency {
  std::string otag;
  std::string operation;
  std::vector<std::string> alg;   ///< the algorithms that were used, in the order of their use
  std::uint64_t members = 0;      ///< the number of members of the largest group
  std::uint64_t operations = 0;   ///< operations to which a member has contributed
  std::uint64_t completions = 0;  ///< completions that were taken: the count of `total`
  Histogram total;  ///< of a member: from its contribution to the take of its completion
  Histogram skew;   ///< of an operation: from the first contribution to the last
  Histogram rest;   ///< of an operation: from the last contribution to the last completion

  bool operator==(const CollectiveLatency&) const = default;
};

/// Message types of which a message was taken, and functionalities that fired, also by requests.
struct Latencies {
  std::uint64_t ticks_per_second = 1'000'000'000'000;  ///< the unit of all histograms
  /// Counts only messages used and firings started from this instant on; 0: all of them.
  std::uint64_t from = 0;
  /// The number of events of a run that are missing because of a limit; their messages and firings
  /// are missing, too.
  std::uint64_t left_out = 0;
  std::vector<MessageLatency> messages;
  std::vector<FunctionalityLatency> functionalities;
  std::vector<RequestLatency> requests;
  std::vector<WindowLatency> windows;
  std::vector<CollectiveLatency> collectives;

  [[nodiscard]] double seconds(double ticks) const {
    return ticks / static_cast<double>(ticks_per_second);
  }
  /// Adds the latencies of another run of the same program; rows that only the other run has come
  /// last. The units must be equal.
  void merge(const Latencies& other);

  bool operator==(const Latencies&) const = default;
};

}  // namespace dps::statistics
