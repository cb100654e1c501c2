#include "base/statistics/operation_times.h"

#include <algorithm>

namespace dps::statistics {
namespace {

std::uint64_t length(std::int64_t from, std::int64_t to) {
  return to > from ? static_cast<std::uint64_t>(to) - static_cast<std::uint64_t>(from) : 0;
}

}  // namespace

void OperationTimes::name(std::uint32_t line, const std::string& operation,
                          const std::string& algorithm) {
  CollectiveLatency& row = rows_[line];
  row.operation = operation;
  if (std::find(row.alg.begin(), row.alg.end(), algorithm) == row.alg.end()) {
    row.alg.push_back(algorithm);
  }
}

void OperationTimes::contribute(std::uint32_t process, const LineOperations& group,
                                std::uint64_t number, Instant at) {
  const Key key{group.line, group.members_id, number};
  const auto [position, is_new] = open_.try_emplace(key);
  Open& open = position->second;
  CollectiveLatency& row = rows_[group.line];
  if (is_new) {
    open.members = group.members;
    open.first = open.last = at;
    row.members = std::max<std::uint64_t>(row.members, group.members);
    row.operations += at >= from_ ? 1 : 0;
  }
  open.first = std::min(open.first, at);
  open.last = std::max(open.last, at);
  if (++open.contributed == open.members && at >= from_) {
    row.skew.add(length(open.first, open.last));
  }
  own_[{process, group.line}].contributed.push_back({key, at});
}

void OperationTimes::complete(std::uint32_t process, const LineOperations& group,
                              std::uint64_t number) {
  Own& own = own_[{process, group.line}];
  const Key key{group.line, group.members_id, number};
  if (own.contributed.empty() || own.contributed.front().operation != key) {
    own.completed.emplace_back();
    return;
  }
  own.completed.emplace_back(own.contributed.front());
  own.contributed.pop_front();
}

void OperationTimes::take(std::uint32_t process, std::uint32_t line, Instant at) {
  const auto found = own_.find({process, line});
  if (found == own_.end() || found->second.completed.empty()) {
    return;
  }
  const std::optional<Contribution> taken = found->second.completed.front();
  found->second.completed.pop_front();
  if (!taken) {
    return;
  }
  CollectiveLatency& row = rows_[line];
  if (at >= from_) {
    row.total.add(length(taken->at, at));
    ++row.completions;
  }
  const auto position = open_.find(taken->operation);
  Open& open = position->second;
  open.last_completion = open.completed == 0 ? at : std::max(open.last_completion, at);
  if (++open.completed == open.members) {
    if (at >= from_) {
      row.rest.add(length(open.last, open.last_completion));
    }
    open_.erase(position);
  }
}

}  // namespace dps::statistics
