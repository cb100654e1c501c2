#include "profiles/traces/analysis/why.h"

#include <algorithm>
#include <future>
#include <utility>

#include "profiles/traces/analysis/divided_shares.h"

namespace dps::traces {
namespace {

std::vector<Imbalance> imbalance_of(const TraceHead& head, const BusyTimes& busy) {
  std::vector<Imbalance> found;
  std::uint32_t first = 0;
  for (std::uint32_t group = 0; group < head.groups.size(); ++group) {
    const std::uint32_t count = head.groups[group].count;
    Imbalance of{group, first, 0, 0};
    for (std::uint32_t p = first; p < first + count; ++p) {
      of.mean += busy[p] / count;
      if (busy[p] > of.most) {
        of.busiest = p;
        of.most = busy[p];
      }
    }
    if (count > 1 && of.most > of.mean) {
      found.push_back(of);
    }
    first += count;
  }
  std::stable_sort(found.begin(), found.end(), [](const Imbalance& a, const Imbalance& b) {
    return a.most - a.mean > b.most - b.mean;
  });
  return found;
}

/// The path, its shares, and the next path.
Result<void> explain_paths(const Trace& trace, NetworkView* network, Explanation& why) {
  DividedShares shares(trace, network);
  const auto path = walk_critical_path(
      trace, [&](const Segment& segment) { shares.add(segment); }, network);
  if (!path) {
    return tl::unexpected(path.error());
  }
  auto parts = shares.take();
  if (!parts) {
    return tl::unexpected(parts.error());
  }
  why.path = *path;
  why.shares = *std::move(parts);
  if (const auto group = group_with_most_work(trace.head(), why.shares)) {
    const auto next = path_without(trace, *group);
    if (!next) {
      return tl::unexpected(next.error());
    }
    why.next = *next;
  }
  return {};
}

}  // namespace

Result<Explanation> explain(const Trace& trace, NetworkView* network) {
  const TraceHead& head = trace.head();
  Explanation why;
  why.no_path = no_path_reason(head);
  if (!why.no_path.empty()) {
    return why;
  }
  // The paths and the waits take about the same time. If no thread is left, get() finds the waits.
  auto analysis = std::async(std::launch::async | std::launch::deferred,
                             [&trace] { return analyse_waits(trace); });
  if (const auto explained = explain_paths(trace, network, why); !explained) {
    return tl::unexpected(explained.error());
  }
  auto waits = analysis.get();
  if (!waits) {
    return tl::unexpected(waits.error());
  }
  why.waits = std::move(waits->waits);
  why.imbalance = imbalance_of(head, waits->busy);
  why.types = std::move(waits->types);
  return why;
}

}  // namespace dps::traces
