#include "base/statistics/latencies.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/check.h"

namespace dps::statistics {
namespace {

auto key_of(const MessageLatency& row) {
  return std::tie(row.mtag);
}
auto key_of(const FunctionalityLatency& row) {
  return std::tie(row.ptag, row.futag, row.ftag);
}
auto key_of(const RequestLatency& row) {
  return std::tie(row.ptag, row.futag, row.ftag);
}
auto key_of(const WindowLatency& row) {
  return std::tie(row.ptag, row.otag);
}
auto key_of(const CollectiveLatency& row) {
  return std::tie(row.otag);
}
void merge_row(MessageLatency& row, const MessageLatency& other) {
  row.times.merge(other.times);
}
void merge_row(FunctionalityLatency& row, const FunctionalityLatency& other) {
  row.real.merge(other.real);
}
void merge_row(RequestLatency& row, const RequestLatency& other) {
  row.begun += other.begun;
  row.age.merge(other.age);
}
void merge_row(WindowLatency& row, const WindowLatency& other) {
  row.waited.merge(other.waited);
  row.longest_queue = std::max(row.longest_queue, other.longest_queue);
}
void merge_row(CollectiveLatency& row, const CollectiveLatency& other) {
  for (const std::string& name : other.alg) {
    if (std::find(row.alg.begin(), row.alg.end(), name) == row.alg.end()) {
      row.alg.push_back(name);
    }
  }
  row.members = std::max(row.members, other.members);
  row.operations += other.operations;
  row.completions += other.completions;
  row.total.merge(other.total);
  row.skew.merge(other.skew);
  row.rest.merge(other.rest);
}

template <typename Row>
void merge_rows(std::vector<Row>& rows, const std::vector<Row>& others) {
  rows.reserve(rows.size() + others.size());  // the keys refer to the rows
  std::map<decltype(key_of(others.front())), std::size_t> positions;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    positions.emplace(key_of(rows[i]), i);
  }
  for (const Row& other : others) {
    const auto [position, is_new] = positions.try_emplace(key_of(other), rows.size());
    if (is_new) {
      rows.push_back(other);
    } else {
      merge_row(rows[position->second], other);
    }
  }
}

}  // namespace

void MessageTimes::merge(const MessageTimes& other) {
  total.merge(other.total);
  under_way.merge(other.under_way);
  queued.merge(other.queued);
  kept.merge(other.kept);
  unknown.merge(other.unknown);
  unclaimed.add(other.unclaimed.count, other.unclaimed.longest);
}

void Latencies::merge(const Latencies& other) {
  DPS_CHECK(ticks_per_second == other.ticks_per_second);
  from = std::max(from, other.from);
  left_out += other.left_out;
  merge_rows(messages, other.messages);
  merge_rows(functionalities, other.functionalities);
  merge_rows(requests, other.requests);
  merge_rows(windows, other.windows);
  merge_rows(collectives, other.collectives);
}

}  // namespace dps::statistics
