#include "predictor/rawtiming/plan/time_left.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace dps::rawtiming {

MeasurementTimeLeft::MeasurementTimeLeft(std::vector<double> guesses, std::uint64_t passes)
    : guesses_(std::move(guesses)),
      passes_(passes),
      last_(guesses_.size(), 0),
      visited_(guesses_.size(), 0) {}

void MeasurementTimeLeft::visited(std::size_t point, double seconds) {
  ++visits_;
  ++visited_[point];
  last_[point] = seconds;
  guessed_ += guesses_[point];
  measured_ += seconds;
}

double MeasurementTimeLeft::left() const {
  const double ratio = guessed_ > 0 ? measured_ / guessed_ : 1;
  double left = 0;
  for (std::size_t point = 0; point < guesses_.size(); ++point) {
    const auto more = static_cast<double>(passes_ - std::min(visited_[point], passes_));
    left += more * (visited_[point] > 0 ? last_[point] : guesses_[point] * ratio);
  }
  return left;
}

std::string duration_text(double seconds) {
  constexpr std::int64_t kMinute = 60;
  constexpr std::int64_t kHour = 3600;
  const std::int64_t whole = std::max<std::int64_t>(1, std::llround(seconds));
  if (whole < kMinute) {
    return fmt::format("{} s", whole);
  }
  if (whole < kHour) {
    return fmt::format("{} min {} s", whole / kMinute, whole % kMinute);
  }
  return fmt::format("{} h {} min", whole / kHour, whole % kHour / kMinute);
}

}  // namespace dps::rawtiming
