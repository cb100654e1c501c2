#include "predictor/machines/lane_queue.h"

#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "predictor/machines/flows/flows.h"

namespace dps::machines {
namespace {

RC_GTEST_PROP(LaneQueue, HasTheFirstEndOfASet, ()) {
  NetworkFlows flows;
  flows.make_room(20);
  LaneQueue queue;
  const FlowOrder order{flows};
  std::set<std::pair<std::uint64_t, std::uint32_t>> ends;
  const auto key = [&](std::uint32_t flow) {
    return std::pair(static_cast<std::uint64_t>(flows[flow].end), flow);
  };
  for (int step = *rc::gen::inRange(0, 300); step > 0; --step) {
    const auto flow = *rc::gen::inRange<std::uint32_t>(0, 20);
    const auto later = *rc::gen::inRange<std::uint64_t>(0, 5);
    const bool is_queued = ends.contains(key(flow));
    if (is_queued && later < 3) {
      ends.erase(key(flow));
      queue.erase(flow, order);
      continue;
    }
    const std::uint64_t last = ends.empty() ? 100 : ends.rbegin()->first;
    ends.erase(key(flow));
    flows[flow].end = last + later - 2;
    ends.insert(key(flow));
    is_queued ? queue.update(flow, order) : queue.push(flow, order);
    RC_ASSERT(queue.first(order) == ends.begin()->second);
  }
  RC_ASSERT(queue.empty() == ends.empty());
  std::set<std::uint32_t> left;
  for (const auto& [end, flow] : ends) {
    left.insert(flow);
  }
  const auto all = queue.take_all();
  RC_ASSERT(std::set<std::uint32_t>(all.begin(), all.end()) == left);
  RC_ASSERT(queue.empty());
}

}  // namespace
}  // namespace dps::machines
