/// Estimates the duration of the rest of the measurement.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace dps::rawtiming {

/// A visit of a point is expected to take as long as the last visit of the same point; without one,
/// its guess times the ratio of measured and guessed times so far.
class MeasurementTimeLeft {
 public:
  /// `guesses`: seconds of a visit, by point; `passes`: the number of visits of each point.
  MeasurementTimeLeft(std::vector<double> guesses, std::uint64_t passes);

  void visited(std::size_t point, double seconds);

  /// The seconds that are left.
  [[nodiscard]] double left() const;
  [[nodiscard]] std::uint64_t visits() const { return visits_; }
  [[nodiscard]] std::uint64_t all_visits() const { return guesses_.size() * passes_; }

 private:
  std::vector<double> guesses_;
  std::uint64_t passes_;
  std::vector<double> last_;            // by point; 0: no visit yet
  std::vector<std::uint64_t> visited_;  // by point
  std::uint64_t visits_ = 0;
  double guessed_ = 0;   // of visits so far
  double measured_ = 0;  // likewise
};

/// Formats a duration: "45 s", "3 min 20 s", "2 h 5 min".
std::string duration_text(double seconds);

}  // namespace dps::rawtiming
