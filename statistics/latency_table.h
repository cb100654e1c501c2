/// Collects latencies while a program is predicted or its trace is read.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "statistics/latencies.h"

namespace dps::statistics {

/// A functionality of a plan, by the lines of the blueprint.
struct PlannedFunctionality {
  std::uint32_t unit_line = 0;
  std::uint32_t line = 0;
};

/// Has a row for each message type, and for each functionality of each unit of a P line: memory
/// does not grow with the number of clones.
class LatencyTable {
 public:
  explicit LatencyTable(std::size_t message_types) : messages_(message_types) {}

  /// Adds the functionalities of a plan of this P line and returns the position of the first one.
  /// Positions may stand for the same row.
  std::uint32_t add_plan(std::uint32_t group_line, std::span<const PlannedFunctionality> plan);

  [[nodiscard]] MessageTimes& message(std::uint32_t mid) { return messages_[mid]; }
  [[nodiscard]] Histogram& functionality(std::uint32_t position) {
    return functionalities_[rows_[position]];
  }

  /// The rows that are not empty: types in their order, functionalities in that of their plans.
  /// `mtag_of(mid)` and `tag_of(line)` name them. To be called once.
  template <typename MtagOf, typename TagOf>
  Latencies take(std::uint64_t ticks_per_second, const MtagOf& mtag_of, const TagOf& tag_of);

 private:
  struct Lines {
    std::uint32_t group, unit, functionality;
  };

  std::vector<MessageTimes> messages_;  // by mid
  std::vector<Histogram> functionalities_;
  std::vector<Lines> lines_;         // of functionalities_
  std::vector<std::uint32_t> rows_;  // by position: of functionalities_
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> row_of_lines_;
};

template <typename MtagOf, typename TagOf>
Latencies LatencyTable::take(std::uint64_t ticks_per_second, const MtagOf& mtag_of,
                             const TagOf& tag_of) {
  Latencies latencies;
  latencies.ticks_per_second = ticks_per_second;
  for (std::uint32_t mid = 0; mid < messages_.size(); ++mid) {
    if (!messages_[mid].total.empty()) {
      latencies.messages.push_back({std::string(mtag_of(mid)), std::move(messages_[mid])});
    }
  }
  for (std::size_t row = 0; row < functionalities_.size(); ++row) {
    if (!functionalities_[row].empty()) {
      const Lines& of = lines_[row];
      latencies.functionalities.push_back(
          {std::string(tag_of(of.group)), std::string(tag_of(of.unit)),
           std::string(tag_of(of.functionality)), std::move(functionalities_[row])});
    }
  }
  return latencies;
}

}  // namespace dps::statistics
