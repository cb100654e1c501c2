/// The children of the studio's worker.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include <sys/types.h>

#include "base/descriptor.h"

namespace dps::commands {

/// A child that answers one request on standard output and exits. It is forked before there is a
/// request, so that the cost of the fork and of the first page faults after it does not delay one.
class PredictionChild {
 public:
  /// Forks a child; nullopt if the system has no process or descriptor left.
  static std::optional<PredictionChild> start();
  PredictionChild(PredictionChild&& other) noexcept;
  PredictionChild& operator=(PredictionChild&& other) noexcept;
  PredictionChild(const PredictionChild&) = delete;
  PredictionChild& operator=(const PredictionChild&) = delete;
  /// Kills the child, unless it was reaped.
  ~PredictionChild();

  /// Sends the request, a line of JSON without its line feed. Has no effect if the child has ended.
  void give(const std::string& line);
  /// A descriptor that becomes readable when the child has ended.
  [[nodiscard]] int end() const { return end_.get(); }
  [[nodiscard]] bool has_ended() const;
  /// Waits for the end, and returns the wait status.
  int reap();

 private:
  PredictionChild(pid_t pid, Descriptor end, Descriptor request)
      : pid_(pid), end_(std::move(end)), request_(std::move(request)) {}

  pid_t pid_;  // -1: there is none, or it was reaped
  Descriptor end_;
  Descriptor request_;
};

/// Predicts a small program, to initialise what a first prediction requires: the symbols of
/// libraries, hash functions, tables, memory.
void predict_small_program();

}  // namespace dps::commands
