/// A transport whose arrivals a test defines beforehand.
#pragma once

#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "transport/transport.h"

namespace dps::support {

/// take() returns `arrivals` in order, and send() appends to `sent`. Without arrivals, wait()
/// returns kDeadline when the deadline has passed, kWoken if it has a descriptor to watch, and
/// otherwise kInterrupted, so that a process that would wait for ever is stopped.
class FakeTransport final : public transport::Transport {
 public:
  std::deque<transport::Arrival> arrivals;
  std::vector<std::pair<ProcessId, transport::OutgoingMessage>> sent;
  std::vector<transport::OutgoingMessage> prepared;
  std::optional<Error> send_error;  ///< returned by every send()
  std::optional<Error> wait_error;
  std::uint32_t run = 0;
  std::vector<std::chrono::steady_clock::time_point>
      deadlines;  ///< the deadlines of calls of wait() that have one

  Result<std::uint32_t> listen() override { return std::uint32_t{0}; }
  Result<void> connect(std::span<const transport::Peer> /*peers*/,
                       std::chrono::steady_clock::time_point /*deadline*/) override {
    return {};
  }
  Result<void> prepare(std::span<const transport::OutgoingMessage> messages,
                       std::uint64_t /*largest_arrival*/) override {
    prepared.assign(messages.begin(), messages.end());
    return {};
  }
  void begin_run(std::uint32_t begun) override { run = begun; }
  Result<void> send(ProcessId to, const transport::OutgoingMessage& outgoing) override {
    if (send_error) {
      return tl::unexpected(*send_error);
    }
    sent.emplace_back(to, outgoing);
    return {};
  }
  Result<transport::WaitOutcome> wait(const transport::WaitLimits& limits) override {
    if (wait_error) {
      return tl::unexpected(*wait_error);
    }
    if (limits.until) {
      deadlines.push_back(*limits.until);
    }
    if (!arrivals.empty()) {
      return transport::WaitOutcome::kMessage;
    }
    if (limits.until) {
      while (std::chrono::steady_clock::now() < *limits.until) {
      }
      return transport::WaitOutcome::kDeadline;
    }
    return limits.wake_fd >= 0 ? transport::WaitOutcome::kWoken
                               : transport::WaitOutcome::kInterrupted;
  }
  transport::Arrival take() override {
    const transport::Arrival oldest = arrivals.front();
    arrivals.pop_front();
    return oldest;
  }
  [[nodiscard]] std::vector<std::string> remarks() const override { return {}; }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> packed() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::optional<std::chrono::steady_clock::time_point> held() const override {
    return std::nullopt;
  }
  [[nodiscard]] std::chrono::nanoseconds reading() const override {
    return std::chrono::nanoseconds(0);
  }
};

}  // namespace dps::support
