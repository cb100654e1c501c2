#include "tests/support/threaded_network.h"

#include <algorithm>

namespace dps::support {

using transport::WaitOutcome;

void ThreadedNetwork::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

void ThreadedNetwork::await_quiet(std::size_t processes) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_ == processes && all_empty(); });
}

void ThreadedNetwork::finish(ProcessId process) {
  const std::lock_guard lock(mutex_);
  finished_[index(process)] = true;
  changed_.notify_all();
}

void ThreadedNetwork::await_standstill(std::uint64_t most) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return calls_ >= most || stands_still(); });
}

bool ThreadedNetwork::stands_still() const {
  for (std::size_t p = 0; p < queues_.size(); ++p) {
    if (!finished_[p] && !(waits_for_ever_[p] && queues_[p].empty())) {
      return false;
    }
  }
  return true;
}

bool ThreadedNetwork::all_empty() const {
  return std::all_of(queues_.begin(), queues_.end(), [](const auto& q) { return q.empty(); });
}

Result<void> ThreadedTransport::send(ProcessId to, const transport::OutgoingMessage& outgoing) {
  const std::lock_guard lock(network_.mutex_);
  network_.queues_[index(to)].push_back(
      {outgoing.mid, self_, outgoing.bytes, outgoing.packed, outgoing.xdr, {}});
  ++network_.calls_;
  network_.changed_.notify_all();
  return {};
}

Result<WaitOutcome> ThreadedTransport::wait(const transport::WaitLimits& limits) {
  std::unique_lock lock(network_.mutex_);
  const auto& mine = network_.queues_[index(self_)];
  const auto done = [&] { return !mine.empty() || network_.stopped_; };
  ++network_.waiting_;
  ++network_.calls_;
  network_.waits_for_ever_[index(self_)] = !limits.until;
  network_.changed_.notify_all();
  if (limits.until) {
    network_.changed_.wait_until(lock, *limits.until, done);
  } else {
    network_.changed_.wait(lock, done);
  }
  --network_.waiting_;
  network_.waits_for_ever_[index(self_)] = false;
  if (network_.stopped_) {
    return WaitOutcome::kInterrupted;
  }
  return mine.empty() ? WaitOutcome::kDeadline : WaitOutcome::kMessage;
}

transport::Arrival ThreadedTransport::take() {
  const std::lock_guard lock(network_.mutex_);
  auto& mine = network_.queues_[index(self_)];
  const transport::Arrival oldest = mine.front();
  mine.pop_front();
  return oldest;
}

}  // namespace dps::support
