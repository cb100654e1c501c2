#include "transport/remote_transport.h"

#include <algorithm>

#include "base/units.h"

namespace dps::transport {

void RemoteTransport::begin_run(std::uint32_t run) {
  run_ = run;
  forgotten_ += forget_earlier_runs(run);
}

Result<WaitOutcome> RemoteTransport::wait(const WaitLimits& limits) {
  auto outcome = await_message(limits);
  found_nothing_ = false;
  return outcome;
}

Result<WaitOutcome> RemoteTransport::await_message(const WaitLimits& limits) {
  for (;;) {
    if (stop_.stopped()) {
      return WaitOutcome::kInterrupted;
    }
    if (has_message()) {
      return WaitOutcome::kMessage;
    }
    const Pause pause = look_or_pause(limits);
    if (!pause) {
      return tl::unexpected(pause.error());
    }
    if (*pause) {
      return **pause;
    }
  }
}

Result<void> RemoteTransport::check_stop() const {
  if (stop_.stopped()) {
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  return {};
}

Result<void> RemoteTransport::check_sizes(std::span<const OutgoingMessage> messages,
                                          std::uint64_t largest_arrival, std::uint64_t limit,
                                          const std::string& limit_text) {
  std::uint64_t largest = largest_arrival;
  for (const OutgoingMessage& message : messages) {
    largest = std::max(largest, message.bytes);
  }
  if (largest > limit) {
    return failure(ErrorCode::kLimit,
                   "a message of " + format_size(largest) + " is larger than " + limit_text);
  }
  largest_arrival_ = largest_arrival;
  return {};
}

Arrival RemoteTransport::arrival_of(const OutgoingMessage& message,
                                    const TransportOptions& options) {
  return {message.mid, options.self,        message.bytes, message.packed,
          message.xdr, options.found_now(), true,          message.request};
}

void RemoteTransport::add_forgotten(std::vector<std::string>& lines) const {
  if (forgotten_ > 0) {
    lines.push_back("dropped messages that were not taken before the next run: " +
                    format_count(forgotten_));
  }
}

std::string limit_of_option(std::uint64_t max_message) {
  return format_size(max_message) + ", which is the limit; --max-message raises it";
}

}  // namespace dps::transport
