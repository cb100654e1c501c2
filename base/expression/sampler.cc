#include "base/expression/sampler.h"

#include <numeric>
#include <utility>

namespace dps::expression {

double Sampler::number() {
  if (use_ == parts_.size()) {
    auto& order = parts_.emplace_back(kSamples);
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t left = kSamples; left > 1; --left) {  // Source: the Fisher-Yates shuffle
      std::swap(order[left - 1], order[random_.next() % left]);
    }
  }
  constexpr double kStep = 0x1p-32;
  const double within = (static_cast<double>(random_.next() >> 32) + 0.5) * kStep;
  return (parts_[use_++][sample_] + within) / static_cast<double>(kSamples);
}

}  // namespace dps::expression
