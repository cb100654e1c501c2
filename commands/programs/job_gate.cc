#include "commands/programs/job_gate.h"

#include <algorithm>
#include <iterator>

namespace dps::commands {
namespace {

using board::RequestKind;

/// Returns true if the rank continues to compute at once.
bool goes_on(const board::BoardRequest& request) {
  switch (request.kind) {
    case RequestKind::kDescribe:
    case RequestKind::kFree:
    case RequestKind::kBeginGroup:
    case RequestKind::kRefused:
    case RequestKind::kNameSite:
    case RequestKind::kCost:
      return true;
    default:
      return request.is_notification != 0;
  }
}

bool is_carried_out_by_mpi(const board::BoardRequest& request) {
  return request.kind == RequestKind::kCollective ||
         (request.kind == RequestKind::kPlay && (request.flags & board::kIsCarriedOut) != 0);
}

}  // namespace

void JobGate::requested(std::int32_t rank, const board::BoardRequest& request) {
  if (!is_limited() || goes_on(request)) {
    return;
  }
  computing_.erase(rank);
  if (is_carried_out_by_mpi(request)) {
    released_together_.insert(rank);
  } else {
    released_together_.erase(rank);
  }
}

void JobGate::ended(std::int32_t rank) {
  computing_.erase(rank);
  released_together_.erase(rank);
  std::erase_if(held_, [&](const auto& entry) { return entry.second.rank == rank; });
}

bool JobGate::pass(const HeldReply& held) {
  if (!is_limited() || computing_.contains(held.rank) || released_together_.contains(held.rank)) {
    return true;
  }
  held_[{held.reply.clock, held.rank}] = held;
  return false;
}

std::optional<HeldReply> JobGate::next() {
  if (held_.empty() || computing_.size() >= jobs_) {
    return std::nullopt;
  }
  HeldReply first = std::move(held_.begin()->second);
  held_.erase(held_.begin());
  computing_.insert(first.rank);
  return first;
}

}  // namespace dps::commands
