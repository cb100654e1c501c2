/// Where the distributions of an expression take their values from, while a blueprint is read.
///
/// What varies from use to use is kept as kSamples values, each as likely as the others, so that a
/// program holds numbers only and its largest message is known (docs/language.md, "Variation").
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace dps::expression {

inline constexpr std::size_t kSamples = 1024;

/// The samples of one field. Each distribution in it gets a number from each of kSamples equal
/// parts of (0, 1) once, in a random order: so few samples have the mean and the spread of many.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  /// Before each sample.
  void begin(std::size_t sample) {
    sample_ = sample;
    use_ = 0;
  }

  /// Between 0 and 1, neither included: for the next distribution of this sample.
  double number();

 private:
  Random random_;
  std::vector<std::vector<std::uint32_t>> parts_;  ///< by use: the parts in their order
  std::size_t sample_ = 0;
  std::size_t use_ = 0;
};

}  // namespace dps::expression
