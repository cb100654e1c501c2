/// The times of collective operations, from the events of their members.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "base/statistics/latencies.h"

namespace dps::statistics {

/// The operations of an O line with -collective and the same members.
struct LineOperations {
  std::uint32_t line = 0;        ///< the O line
  std::uint32_t members_id = 0;  ///< equal for equal lists of members
  std::uint32_t members = 0;     ///< their number
};

/// The events of a process must be added in their order, and those of several processes in the
/// order of their common times. Events before the first known one, and after the last, may be
/// missing; their operations do not count.
class OperationTimes {
 public:
  /// An instant in ticks.
  using Instant = std::int64_t;

  /// Events before `from` do not count.
  explicit OperationTimes(Instant from) : from_(from) {}

  /// The process contributes to the operation of the group with this number.
  void contribute(std::uint32_t process, const LineOperations& group, std::uint64_t number,
                  Instant at);
  /// The name of the line's operation, and an algorithm that it uses.
  void name(std::uint32_t line, const std::string& operation, const std::string& algorithm);
  /// The completion of this operation has arrived at the process.
  void complete(std::uint32_t process, const LineOperations& group, std::uint64_t number);
  /// The process takes its oldest completion of the line that it has not taken, or the completion
  /// comes too late to be taken.
  void take(std::uint32_t process, std::uint32_t line, Instant at);

  /// The rows in the order of the lines, whose tags are `tag_of(line)`. To be called once.
  template <typename TagOf>
  std::vector<CollectiveLatency> take_rows(const TagOf& tag_of) {
    std::vector<CollectiveLatency> rows;
    for (auto& [line, row] : rows_) {
      row.otag = std::string(tag_of(line));
      rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>;  // line, members, number

  struct Contribution {
    Key operation;
    Instant at;
  };
  /// An operation to which a member has contributed.
  struct Open {
    std::uint32_t members = 0;
    std::uint32_t contributed = 0;
    std::uint32_t completed = 0;
    Instant first = 0;
    Instant last = 0;
    Instant last_completion = 0;
  };
  /// The operations of a line that one process is in.
  struct Own {
    std::deque<Contribution> contributed;               ///< and not completed
    std::deque<std::optional<Contribution>> completed;  ///< and not taken; nullopt: unknown
  };

  Instant from_;
  std::map<std::uint32_t, CollectiveLatency> rows_;  // by line
  std::map<Key, Open> open_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Own> own_;  // by process and line
};

}  // namespace dps::statistics
