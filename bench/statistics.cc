#include "bench/statistics.h"

#include <algorithm>
#include <cstddef>
#include <random>

namespace dps::bench {
namespace {

constexpr std::size_t kSamples = 2000;

std::vector<double> drawn_from(const std::vector<double>& values, std::mt19937_64& random) {
  std::uniform_int_distribution<std::size_t> position(0, values.size() - 1);
  std::vector<double> sample;
  sample.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    sample.push_back(values[position(random)]);
  }
  return sample;
}

}  // namespace

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

Ratio ratio_of_medians(const std::vector<double>& ours, const std::vector<double>& theirs) {
  std::mt19937_64 random(1);  // NOLINT(cert-msc51-cpp): the same interval for the same values
  std::vector<double> ratios;
  ratios.reserve(kSamples);
  for (std::size_t i = 0; i < kSamples; ++i) {
    ratios.push_back(median(drawn_from(ours, random)) / median(drawn_from(theirs, random)));
  }
  std::sort(ratios.begin(), ratios.end());
  return {median(ours) / median(theirs), ratios[kSamples / 40], ratios[kSamples - kSamples / 40]};
}

}  // namespace dps::bench
