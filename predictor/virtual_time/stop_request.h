/// Reports the progress of a prediction to its caller, which may request a stop.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "predictor/virtual_time/prediction.h"

namespace dps::predictor {

class StopRequest {
 public:
  /// If `should_stop` is empty, the prediction is never stopped by it.
  explicit StopRequest(std::function<bool(const PredictionProgress&)> should_stop)
      : should_stop_(std::move(should_stop)) {}

  /// Called at every event rather than at every instant, because one instant of a large program has
  /// very many events. Calls `should_stop` with `progress()` at some of them, about a hundred times
  /// a second of real time.
  template <typename Progress>
  bool has_come(const Progress& progress) {
    constexpr std::uint32_t kEvents = 4096;
    return ++events_ % kEvents == 0 ? ask(progress) : has_come_;
  }
  /// Calls `should_stop` now, unless it has requested the stop.
  template <typename Progress>
  bool ask(const Progress& progress) {
    if (should_stop_ && !has_come_) {
      has_come_ = should_stop_(progress());
    }
    return has_come_;
  }
  /// Requests the stop without calling `should_stop`.
  void set() { has_come_ = true; }
  /// True if the stop has been requested.
  [[nodiscard]] bool came() const { return has_come_; }

 private:
  std::function<bool(const PredictionProgress&)> should_stop_;
  std::uint32_t events_ = 0;  // wraps around
  bool has_come_ = false;
};

}  // namespace dps::predictor
