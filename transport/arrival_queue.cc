#include "transport/arrival_queue.h"

#include <utility>

#include "base/check.h"

namespace dps::transport {
namespace {

constexpr std::uint64_t kMostRepeats = (std::uint64_t{1} << 19) - 1;

}  // namespace

std::uint64_t ArrivalQueue::begin_run(std::uint32_t run) {
  std::uint64_t forgotten = count(now_);
  now_ = {};
  if (!next_.arrivals.empty() && next_run_ != run) {
    forgotten += count(next_);
    next_ = {};
  }
  std::swap(now_, next_);
  run_ = run;
  return forgotten;
}

bool ArrivalQueue::push(std::uint32_t run, const Arrival& arrival) {
  DPS_CHECK(arrival.bytes <= kLargestBody);
  if (run == run_) {
    append(now_, arrival);
    return true;
  }
  const bool is_later = !run_ || run > *run_;
  if (!is_later || (!next_.arrivals.empty() && run != next_run_)) {
    return false;
  }
  next_run_ = run;
  append(next_, arrival);
  return true;
}

Arrival ArrivalQueue::pop() {
  DPS_CHECK(!empty());
  QueuedArrival& oldest = now_.arrivals.front();
  Arrival arrival{MessageId{oldest.mid}, ProcessId{oldest.from}, oldest.bytes,
                  oldest.packed != 0,    oldest.xdr != 0,        oldest.found,
                  oldest.was_there != 0};
  if (oldest.has_request != 0) {
    arrival.request = now_.requests.front();
    now_.requests.pop_front();
  }
  if (oldest.repeats > 0) {
    --oldest.repeats;
  } else {
    now_.arrivals.pop_front();
  }
  return arrival;
}

void ArrivalQueue::append(Entries& entries, const Arrival& arrival) {
  const bool has_request = arrival.request.exists();
  if (!entries.arrivals.empty() && !has_request) {
    QueuedArrival& last = entries.arrivals.back();
    const bool same = last.has_request == 0 && last.mid == index(arrival.mid) &&
                      last.from == index(arrival.from) && last.bytes == arrival.bytes &&
                      (last.packed != 0) == arrival.packed && (last.xdr != 0) == arrival.xdr &&
                      last.found == arrival.found && (last.was_there != 0) == arrival.was_there;
    if (same && last.repeats < kMostRepeats) {
      ++last.repeats;
      return;
    }
  }
  QueuedArrival entry{};
  entry.mid = index(arrival.mid);
  entry.from = index(arrival.from);
  entry.bytes = arrival.bytes & ((kLargestBody << 1) - 1);
  entry.packed = arrival.packed ? 1 : 0;
  entry.xdr = arrival.xdr ? 1 : 0;
  entry.found = arrival.found;
  entry.was_there = arrival.was_there ? 1 : 0;
  entry.has_request = has_request ? 1 : 0;
  entries.arrivals.push_back(entry);
  if (has_request) {
    entries.requests.push_back(arrival.request);
  }
}

std::uint64_t ArrivalQueue::count(const Entries& entries) {
  std::uint64_t messages = 0;
  for (const QueuedArrival& entry : entries.arrivals) {
    messages += entry.repeats + 1U;
  }
  return messages;
}

}  // namespace dps::transport
