#include "base/statistics/histogram.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/check.h"

namespace dps::statistics {

std::uint64_t rank_of(QuantileShare share, std::uint64_t count) {
  const std::uint64_t whole = count / kWholeShare * static_cast<std::uint32_t>(share);
  const std::uint64_t rest = count % kWholeShare * static_cast<std::uint32_t>(share);
  return std::max<std::uint64_t>(1, whole + (rest + kWholeShare - 1) / kWholeShare);
}

namespace {

/// The first mistake in the buckets; "" if they are in order and their counts add up to at most
/// 2^64-1.
std::string wrong_with(std::span<const Histogram::Bucket> buckets) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t count = 0;
  std::uint32_t next = 0;
  for (const Histogram::Bucket& bucket : buckets) {
    if (bucket.index < next || bucket.index > Histogram::bucket_of(kMost)) {
      return fmt::format("bucket {} is out of order or does not exist", bucket.index);
    }
    if (bucket.count == 0 || bucket.count > kMost - count) {
      return fmt::format("bucket {} has an impossible count", bucket.index);
    }
    count += bucket.count;
    next = bucket.index + 1;
  }
  return "";
}

}  // namespace

void Histogram::add(std::uint64_t value, std::uint64_t count) {
  if (value > max_ || value < min_) {
    widen(value, value);
  }
  counts_[bucket_of(value) - first_] += count;
  set_sum(sum() + Sum{value} * count);
}

/// Makes room for the values from `least` to `largest`.
void Histogram::widen(std::uint64_t least, std::uint64_t largest) {
  const bool was_empty = empty();
  min_ = std::min(min_, least);
  max_ = std::max(max_, largest);
  const std::uint32_t first = bucket_of(min_);
  const std::uint32_t last = bucket_of(max_);
  if (!was_empty && first < first_) {
    counts_.insert(counts_.begin(), first_ - first, 0);
  }
  first_ = first;
  counts_.resize(last - first + std::size_t{1});
  least_usual_ = std::max<std::uint64_t>(min_, kPerOctave);
  usual_origin_ = bits_of(kPerOctave) - kPerOctave + first_;
  const std::uint64_t last_usual = std::min(max_, kLargestUsual);
  usual_ = last_usual < least_usual_ ? 0 : last_usual - least_usual_ + 1;
}

void Histogram::merge(const Histogram& other) {
  if (other.empty()) {
    return;
  }
  widen(other.min_, other.max_);
  for (std::size_t i = 0; i < other.counts_.size(); ++i) {
    counts_[other.first_ + i - first_] += other.counts_[i];
  }
  set_sum(sum() + other.sum());
}

std::uint64_t Histogram::count() const {
  std::uint64_t count = 0;
  for (const std::uint64_t of_bucket : counts_) {
    count += of_bucket;
  }
  return count;
}

double Histogram::mean() const {
  return empty() ? std::numeric_limits<double>::quiet_NaN()
                 : static_cast<double>(sum()) / static_cast<double>(count());
}

std::uint64_t Histogram::quantile(QuantileShare share) const {
  DPS_CHECK(static_cast<std::uint32_t>(share) <= kWholeShare);
  const std::uint64_t rank = rank_of(share, count());
  std::uint64_t upto = 0;
  for (std::uint32_t i = 0; i < counts_.size(); ++i) {
    upto += counts_[i];
    if (upto >= rank) {
      const std::uint64_t least = least_of(first_ + i);
      return std::clamp(least + (largest_of(first_ + i) - least) / 2, min_, max_);
    }
  }
  return max_;
}

Histogram::Parts Histogram::parts() const {
  Parts parts{min(), max_, sum(), {}};
  for (std::uint32_t i = 0; i < counts_.size(); ++i) {
    if (counts_[i] > 0) {
      parts.buckets.push_back({first_ + i, counts_[i]});
    }
  }
  return parts;
}

Result<Histogram> Histogram::of(const Parts& parts) {
  if (parts.buckets.empty()) {
    return parts == Parts{} ? Result<Histogram>(Histogram())
                            : failure(ErrorCode::kInput, "figures without a bucket");
  }
  if (const std::string wrong = wrong_with(parts.buckets); !wrong.empty()) {
    return failure(ErrorCode::kInput, wrong);
  }
  if (bucket_of(parts.min) != parts.buckets.front().index ||
      bucket_of(parts.max) != parts.buckets.back().index || parts.min > parts.max) {
    return failure(ErrorCode::kInput, "min and max are not in the first and the last bucket");
  }
  Histogram histogram;
  histogram.widen(parts.min, parts.max);
  for (const Bucket& bucket : parts.buckets) {
    histogram.counts_[bucket.index - histogram.first_] = bucket.count;
  }
  histogram.set_sum(parts.sum);
  const Sum count = histogram.count();
  if (parts.sum < count * parts.min || parts.sum > count * parts.max) {
    return failure(ErrorCode::kInput, "the sum is not between count times min and count times max");
  }
  return histogram;
}

}  // namespace dps::statistics
