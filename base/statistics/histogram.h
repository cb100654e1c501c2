/// Counts durations in buckets whose width grows with the duration, so that quantiles have a small
/// relative error in little memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/result.h"

namespace dps::statistics {

/// A share of a number of values, in millionths: 999'000 is p99.9.
enum class QuantileShare : std::uint32_t {};
inline constexpr std::uint32_t kWholeShare = 1'000'000;
inline constexpr QuantileShare kP50{500'000};
inline constexpr QuantileShare kP90{900'000};
inline constexpr QuantileShare kP99{990'000};
inline constexpr QuantileShare kP999{999'000};

/// The nearest rank of a quantile among `count` values: ceil(share · count), at least 1.
[[nodiscard]] std::uint64_t rank_of(QuantileShare share, std::uint64_t count);

/// Counts whole numbers, such as durations in picoseconds. Each power of two is divided into 64
/// buckets of equal width; numbers below 128 have buckets of their own. Count, minimum, maximum and
/// sum are exact. Adding values in another order, or in several histograms that are then merged,
/// gives the same histogram.
///
/// Source: the idea is that of HdrHistogram (Gil Tene).
class Histogram {
 public:
  /// The largest relative error of a quantile: half a bucket, which is as wide as 1/64 of its
  /// values.
  static constexpr double kLargestError = 1.0 / 128;
  /// Wide enough for the sum of any values.
  __extension__ using Sum = unsigned __int128;

  struct Bucket {
    std::uint32_t index = 0;
    std::uint64_t count = 0;

    bool operator==(const Bucket&) const = default;
  };
  /// The contents of a histogram. An empty one has no buckets.
  struct Parts {
    std::uint64_t min = 0;
    std::uint64_t max = 0;
    Sum sum = 0;
    std::vector<Bucket> buckets;  ///< those that are not empty, in the order of their index

    bool operator==(const Parts&) const = default;
  };

  static constexpr std::uint32_t bucket_of(std::uint64_t value) {
    const auto shift =
        static_cast<std::uint32_t>(std::bit_width(value | (2 * kPerOctave - 1))) - (kPrecision + 1);
    return (shift << kPrecision) + static_cast<std::uint32_t>(value >> shift);
  }
  /// The least value of a bucket, and the largest one.
  static constexpr std::uint64_t least_of(std::uint32_t bucket) {
    const std::uint32_t shift = shift_of(bucket);
    return static_cast<std::uint64_t>(bucket - (shift << kPrecision)) << shift;
  }
  static constexpr std::uint64_t largest_of(std::uint32_t bucket) {
    return least_of(bucket) + ((std::uint64_t{1} << shift_of(bucket)) - 1);
  }

  void add(std::uint64_t value) {
    if (value - least_usual_ < usual_) [[likely]] {
      ++counts_[bits_of(value) - usual_origin_];
      carry_ += __builtin_add_overflow(sum_, value, &sum_) ? 1 : 0;
    } else {
      add(value, 1);
    }
  }
  /// Adds a value `count` times, at least once.
  void add(std::uint64_t value, std::uint64_t count);
  /// Adds the values of another histogram.
  void merge(const Histogram& other);

  [[nodiscard]] bool empty() const { return counts_.empty(); }
  [[nodiscard]] std::uint64_t count() const;  ///< O(buckets)
  [[nodiscard]] std::uint64_t min() const { return empty() ? 0 : min_; }
  [[nodiscard]] std::uint64_t max() const { return max_; }
  [[nodiscard]] double mean() const;  ///< NaN if it is empty
  /// Returns the value of nearest rank: of n values in order, the one with the number ceil(share ·
  /// n), counted from 1, and at least the first. It is represented by the middle of its
  /// bucket, clamped to minimum and maximum, so the error is at most kLargestError. 0 if it is
  /// empty.
  [[nodiscard]] std::uint64_t quantile(QuantileShare share) const;

  [[nodiscard]] Parts parts() const;
  /// Errors (kInput): no histogram has these parts.
  static Result<Histogram> of(const Parts& parts);

  bool operator==(const Histogram&) const = default;

 private:
  static constexpr std::uint32_t kPrecision = 6;
  static constexpr std::uint32_t kPerOctave = 1U << kPrecision;
  static constexpr std::uint64_t kLargestUsual = std::uint64_t{1} << 53;

  static constexpr std::uint32_t shift_of(std::uint32_t bucket) {
    return bucket < 2 * kPerOctave ? 0 : (bucket >> kPrecision) - 1;
  }
  /// The exponent and the first kPrecision bits of a double, which holds the value exactly: a fast
  /// bucket_of() with another origin, for values from kPerOctave to kLargestUsual.
  static std::uint64_t bits_of(std::uint64_t value) {
    constexpr int kMantissaBits = 52;
    const auto number = static_cast<double>(static_cast<std::int64_t>(value));
    return std::bit_cast<std::uint64_t>(number) >> (kMantissaBits - kPrecision);
  }
  [[nodiscard]] Sum sum() const { return Sum{carry_} << 64 | sum_; }
  void set_sum(Sum sum) {
    sum_ = static_cast<std::uint64_t>(sum);
    carry_ = static_cast<std::uint64_t>(sum >> 64);
  }
  void widen(std::uint64_t least, std::uint64_t largest);

  std::vector<std::uint64_t> counts_;  // of the buckets from that of the minimum to the maximum's
  std::uint32_t first_ = 0;            // the bucket of the minimum
  std::uint64_t min_ = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t max_ = 0;
  // Values between min_ and max_ for bits_of(): from least_usual_ on, `usual_` of them. Their
  // bucket is at bits_of() - usual_origin_.
  std::uint64_t least_usual_ = 0;
  std::uint64_t usual_ = 0;
  std::uint64_t usual_origin_ = 0;
  std::uint64_t sum_ = 0;    // its lower half: adding to a Sum takes four times as long
  std::uint64_t carry_ = 0;  // its upper half
};

}  // namespace dps::statistics
