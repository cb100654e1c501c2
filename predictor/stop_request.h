/// Asks the caller of a prediction now and then whether it is to stop.
#pragma once

#include <cstdint>
#include <functional>
#include <utility>

namespace dps::predictor {

class StopRequest {
 public:
  /// `asked` may be empty: then no request ever comes.
  explicit StopRequest(std::function<bool()> asked) : asked_(std::move(asked)) {}

  /// To be called at every instant; asks at some of them, about a thousand times a second.
  bool has_come() {
    constexpr std::uint32_t kInstants = 4096;
    if (++instants_ % kInstants == 0 && asked_) {
      has_come_ = asked_();
    }
    return has_come_;
  }
  /// The last answer.
  [[nodiscard]] bool came() const { return has_come_; }

 private:
  std::function<bool()> asked_;
  std::uint32_t instants_ = 0;  // wraps around
  bool has_come_ = false;
};

}  // namespace dps::predictor
