/// The skeleton of the transports between processes of the operating system: tcp, mpi and pvm.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "transport/stop_signal.h"
#include "transport/transport.h"
#include "transport/transport_options.h"

namespace dps::transport {

/// Counts runs, waits until a message is queued, and checks sizes. A transport queues the messages,
/// looks for them, and implements the pauses.
class RemoteTransport : public Transport {
 public:
  void begin_run(std::uint32_t run) final;
  Result<WaitOutcome> wait(const WaitLimits& limits) override;

 protected:
  using Clock = std::chrono::steady_clock;
  /// A WaitOutcome ends the wait; without one, the next look for messages follows.
  using Pause = Result<std::optional<WaitOutcome>>;

  explicit RemoteTransport(const StopSignal& stop) : stop_(stop) {}

  /// True if a message of this run is queued.
  [[nodiscard]] virtual bool has_message() const = 0;
  /// Looks for messages, and queues those that it finds. Pauses if it finds none.
  virtual Pause look_or_pause(const WaitLimits& limits) = 0;
  /// Removes the messages of earlier runs from the queue. Returns their number.
  virtual std::uint64_t forget_earlier_runs(std::uint32_t run) = 0;

  /// Errors (kInterrupted): the stop flag is set. Called before a message is sent.
  [[nodiscard]] Result<void> check_stop() const;
  /// Stores `largest_arrival`. Errors (kLimit): a message to be sent or received is larger than
  /// `limit`, which `limit_text` names.
  Result<void> check_sizes(std::span<const OutgoingMessage> messages, std::uint64_t largest_arrival,
                           std::uint64_t limit, const std::string& limit_text);
  /// The arrival of a message that the process sends to itself.
  [[nodiscard]] static Arrival arrival_of(const OutgoingMessage& message,
                                          const TransportOptions& options);
  /// Adds the line of remarks() about messages that were not taken in their run.
  void add_forgotten(std::vector<std::string>& lines) const;

  [[nodiscard]] static bool has_passed(const std::optional<Clock::time_point>& until) {
    return until && Clock::now() >= *until;
  }

  StopSignal stop_;
  std::uint32_t run_ = 0;
  std::uint64_t largest_arrival_ = 0;
  bool found_nothing_ = false;  ///< in wait(): a look for messages was in vain

 private:
  Result<WaitOutcome> await_message(const WaitLimits& limits);

  std::uint64_t forgotten_ = 0;  ///< messages of a run that ended before they were taken
};

/// Names TransportOptions::max_message, and the option that raises it.
std::string limit_of_option(std::uint64_t max_message);

}  // namespace dps::transport
