#include "predictor/machines/flows/token_buckets.h"

#include <algorithm>

namespace dps::machines {
namespace {

/// The tokens that return in this time, at most `most`.
Service refill(BitsPerSecond bandwidth, Picoseconds time, Service most) {
  constexpr Service kUnit = Service{1} << kServiceDigits;
  const Wide units = Wide{bandwidth.bits} * wide(time);
  return units >= most / kUnit ? most : units * kUnit;
}

}  // namespace

void TokenBuckets::add_link(BitsPerSecond bandwidth, std::uint64_t burst) {
  const Service size = service_of(burst);
  buckets_.push_back({bandwidth, size, size, {}, 0});
}

void TokenBuckets::enter(std::span<const std::uint32_t> links, Picoseconds now) {
  for (const std::uint32_t link : links) {
    Bucket& bucket = buckets_[link];
    if (bucket.flows++ == 0) {
      bucket.tokens += refill(bucket.bandwidth, now - bucket.since, bucket.size - bucket.tokens);
    }
  }
}

void TokenBuckets::leave(std::span<const std::uint32_t> links, Picoseconds now) {
  for (const std::uint32_t link : links) {
    Bucket& bucket = buckets_[link];
    if (--bucket.flows == 0) {
      bucket.since = now;
    }
  }
}

Service TokenBuckets::pass(std::span<const std::uint32_t> links, Service service) {
  BitsPerSecond slowest = kMostBandwidth;
  for (const std::uint32_t link : links) {
    slowest = std::min(slowest, buckets_[link].bandwidth);
  }
  Service passed = service;
  for (const std::uint32_t link : links) {
    const Bucket& bucket = buckets_[link];
    if (bucket.size > 0 || bucket.bandwidth == slowest) {
      passed = std::min(passed, bucket.tokens);
    }
  }
  for (const std::uint32_t link : links) {
    Bucket& bucket = buckets_[link];
    bucket.tokens -= bucket.size > 0 ? passed : 0;
  }
  return passed;
}

}  // namespace dps::machines
