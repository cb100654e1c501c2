/// Collects latencies while a program is predicted or its trace is read.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/statistics/latencies.h"

namespace dps::statistics {

/// A functionality of a plan, by the lines of the blueprint.
struct PlannedFunctionality {
  std::uint32_t unit_line = 0;
  std::uint32_t line = 0;
};

/// The parts of the time of a message (MessageTimes).
struct MessageParts {
  std::uint64_t under_way = 0;
  std::uint64_t queued = 0;
  std::uint64_t kept = 0;

  bool operator==(const MessageParts&) const = default;
};

/// Has a row for each message type, and for each functionality of each unit of a P line: memory
/// does not grow with the number of clones. Equal times in succession, which are usual in
/// predictions, are counted and added together.
class LatencyTable {
 public:
  explicit LatencyTable(std::size_t message_types) : messages_(message_types) {}

  /// Adds the functionalities of a plan of this P line and returns the position of the first one.
  /// Several positions may refer to the same row.
  std::uint32_t add_plan(std::uint32_t group_line, std::span<const PlannedFunctionality> plan);

  void add_message(std::uint32_t mid, const MessageParts& parts) {
    MessageRow& row = messages_[mid];
    if (row.parts == parts) {
      ++row.repeated;
      return;
    }
    row.add_repeated();
    row.parts = parts;
    row.add(1);
  }
  void add_unsplit_message(std::uint32_t mid, std::uint64_t until_taken, std::uint64_t kept) {
    messages_[mid].times.add_unsplit(until_taken, kept);
  }
  /// `longest`: the longest time from the start of the send of one of them to the end of the
  /// process.
  void add_unclaimed(std::uint32_t mid, std::uint64_t count, std::uint64_t longest) {
    messages_[mid].times.unclaimed.add(count, longest);
  }
  void add_firing(std::uint32_t position, std::uint64_t time) {
    FunctionalityRow& row = functionalities_[rows_[position]];
    if (row.time == time) {
      ++row.repeated;
      return;
    }
    row.add_repeated();
    row.time = time;
    row.real.add(time);
  }

  /// A request of this age fires the functionality, or the functionality begins a request.
  void add_age(std::uint32_t position, std::uint64_t age) { request_row(position).age.add(age); }
  void add_begun(std::uint32_t position) { ++request_row(position).begun; }

  /// A message of this O line, of a process of this P line, has waited in its sender, or not (0);
  /// or it begins to wait in a queue that has this length then.
  void add_waited(std::uint32_t group_line, std::uint32_t line, std::uint64_t waited) {
    windows_[{group_line, line}].waited.add(waited);
  }
  void add_queued(std::uint32_t group_line, std::uint32_t line, std::uint64_t length) {
    WindowRow& row = windows_[{group_line, line}];
    row.longest_queue = std::max(row.longest_queue, length);
  }

  /// The rows that are not empty: types in their order, functionalities in that of their plans.
  /// `mtag_of(mid)` and `tag_of(line)` name them. To be called once.
  template <typename MtagOf, typename TagOf>
  Latencies take(std::uint64_t ticks_per_second, const MtagOf& mtag_of, const TagOf& tag_of);

 private:
  struct Lines {
    std::uint32_t group, unit, functionality;
  };
  /// Counts messages whose times equal the last one's, and adds them when a different one comes.
  struct MessageRow {
    MessageParts parts;
    std::uint64_t repeated = 0;  ///< messages equal to the last one that are not in `times` yet
    std::uint64_t not_kept = 0;  ///< messages of `times` that are not in its part `kept` yet: zeros
    MessageTimes times;

    void add(std::uint64_t count) {
      if (count == 1) [[likely]] {
        times.total.add(parts.under_way + parts.queued + parts.kept);
        times.under_way.add(parts.under_way);
        times.queued.add(parts.queued);
      } else {
        times.total.add(parts.under_way + parts.queued + parts.kept, count);
        times.under_way.add(parts.under_way, count);
        times.queued.add(parts.queued, count);
      }
      if (parts.kept == 0) [[likely]] {
        not_kept += count;
      } else {
        times.kept.add(parts.kept, count);
      }
    }
    void add_repeated() {
      if (repeated > 0) [[unlikely]] {
        add(std::exchange(repeated, 0));
      }
    }
    void add_rest() {
      add_repeated();
      if (not_kept > 0) {
        times.kept.add(0, std::exchange(not_kept, 0));
      }
    }
  };
  /// Counts firings in the same way.
  struct FunctionalityRow {
    std::uint64_t time = 0;
    std::uint64_t repeated = 0;
    Histogram real;

    void add_repeated() {
      if (repeated > 0) [[unlikely]] {
        real.add(time, std::exchange(repeated, 0));
      }
    }
  };

  struct RequestRow {
    std::uint64_t begun = 0;
    Histogram age;
  };
  RequestRow& request_row(std::uint32_t position) {
    if (requests_.size() < functionalities_.size()) [[unlikely]] {
      requests_.resize(functionalities_.size());
    }
    return requests_[rows_[position]];
  }

  struct WindowRow {
    Histogram waited;
    std::uint64_t longest_queue = 0;
  };

  std::vector<MessageRow> messages_;  // by mid
  std::vector<FunctionalityRow> functionalities_;
  std::vector<RequestRow> requests_;  // as functionalities_; none before the first request
  std::map<std::pair<std::uint32_t, std::uint32_t>, WindowRow> windows_;  // by P and O line
  std::vector<Lines> lines_;                                              // of functionalities_
  std::vector<std::uint32_t> rows_;  // by position: of functionalities_
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> row_of_lines_;
};

template <typename MtagOf, typename TagOf>
Latencies LatencyTable::take(std::uint64_t ticks_per_second, const MtagOf& mtag_of,
                             const TagOf& tag_of) {
  Latencies latencies;
  latencies.ticks_per_second = ticks_per_second;
  for (std::uint32_t mid = 0; mid < messages_.size(); ++mid) {
    messages_[mid].add_rest();
    if (!messages_[mid].times.empty()) {
      latencies.messages.push_back({std::string(mtag_of(mid)), std::move(messages_[mid].times)});
    }
  }
  for (std::size_t row = 0; row < functionalities_.size(); ++row) {
    functionalities_[row].add_repeated();
    if (!functionalities_[row].real.empty()) {
      const Lines& of = lines_[row];
      latencies.functionalities.push_back(
          {std::string(tag_of(of.group)), std::string(tag_of(of.unit)),
           std::string(tag_of(of.functionality)), std::move(functionalities_[row].real)});
    }
  }
  for (std::size_t row = 0; row < requests_.size(); ++row) {
    if (requests_[row].begun > 0 || !requests_[row].age.empty()) {
      const Lines& of = lines_[row];
      latencies.requests.push_back({std::string(tag_of(of.group)), std::string(tag_of(of.unit)),
                                    std::string(tag_of(of.functionality)), requests_[row].begun,
                                    std::move(requests_[row].age)});
    }
  }
  for (auto& [of, row] : windows_) {
    latencies.windows.push_back({std::string(tag_of(of.first)), std::string(tag_of(of.second)),
                                 std::move(row.waited), row.longest_queue});
  }
  return latencies;
}

}  // namespace dps::statistics
