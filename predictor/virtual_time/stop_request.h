/// Reports the progress of a prediction to its caller, which may request a stop.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "predictor/virtual_time/prediction.h"

namespace dps::predictor {

class StopRequest {
 public:
  /// If `asked` is empty, the prediction is never stopped by it.
  explicit StopRequest(std::function<bool(const PredictionProgress&)> asked)
      : asked_(std::move(asked)) {}

  /// Called at every event rather than at every instant, because one instant of a large program has
  /// very many events. Calls `asked` with `progress()` at some of them, about a hundred times a
  /// second of real time.
  template <typename Progress>
  bool has_come(const Progress& progress) {
    constexpr std::uint32_t kEvents = 4096;
    return ++events_ % kEvents == 0 ? ask(progress) : has_come_;
  }
  /// Calls `asked` now, unless it has requested the stop.
  template <typename Progress>
  bool ask(const Progress& progress) {
    if (asked_ && !has_come_) {
      has_come_ = asked_(progress());
    }
    return has_come_;
  }
  /// Requests the stop without calling `asked`.
  void set() { has_come_ = true; }
  /// True if the stop has been requested.
  [[nodiscard]] bool came() const { return has_come_; }

 private:
  std::function<bool(const PredictionProgress&)> asked_;
  std::uint32_t events_ = 0;  // wraps around
  bool has_come_ = false;
};

}  // namespace dps::predictor
