/// The latencies of a run or a prediction: how long messages took, and functionalities.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/statistics/histogram.h"

namespace dps::statistics {

/// The times of messages of one type, timers and late messages aside, from the start of the send to
/// the end of the take.
struct MessageTimes {
  Histogram total;
  Histogram under_way;  ///< from the start of the send to the arrival
  Histogram queued;     ///< from the arrival on; reading and unpacking are included
  Histogram unknown;    ///< the total of the messages for which only that is known

  void add(std::uint64_t under_way_for, std::uint64_t queued_for) {
    total.add(under_way_for + queued_for);
    under_way.add(under_way_for);
    queued.add(queued_for);
  }
  /// Adds `count` messages, at least one.
  void add(std::uint64_t under_way_for, std::uint64_t queued_for, std::uint64_t count) {
    total.add(under_way_for + queued_for, count);
    under_way.add(under_way_for, count);
    queued.add(queued_for, count);
  }
  void add_unsplit(std::uint64_t time) {
    total.add(time);
    unknown.add(time);
  }
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

/// Message types of which a message was taken, and functionalities that fired.
struct Latencies {
  std::uint64_t ticks_per_second = 1'000'000'000'000;  ///< the unit of all histograms
  /// Events of a run that are missing because of a limit, and with them the messages and firings of
  /// which they are a part.
  std::uint64_t left_out = 0;
  std::vector<MessageLatency> messages;
  std::vector<FunctionalityLatency> functionalities;

  [[nodiscard]] double seconds(double ticks) const {
    return ticks / static_cast<double>(ticks_per_second);
  }
  /// Adds those of another run of the same program; rows that only the other has come last. The
  /// units must be equal.
  void merge(const Latencies& other);

  bool operator==(const Latencies&) const = default;
};

}  // namespace dps::statistics
