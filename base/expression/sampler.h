/// Random numbers for the distributions in an expression, while a blueprint is read.
///
/// A field with a distribution becomes a table of kSamples equally likely values. So a program
/// contains only numbers, and the size of its largest message is known.
/// Source: docs/language.md, "Variation".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.h"

namespace dps::expression {

inline constexpr std::size_t kSamples = 1024;

/// Stratified samples for one field. (0, 1) is divided into kSamples equal parts, and each
/// distribution in the field gets one number from each part, in random order: the mean and the
/// deviation of the table are then close to those of the distribution.
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  /// Starts the sample of this index, from 0 to kSamples - 1.
  void begin(std::size_t sample) {
    sample_ = sample;
    use_ = 0;
  }

  /// A number in the open interval (0, 1) for the next distribution in the field.
  double number();

 private:
  Random random_;
  std::vector<std::vector<std::uint32_t>> parts_;  ///< [distribution in the field][sample]
  std::size_t sample_ = 0;
  std::size_t use_ = 0;  ///< numbers returned for this sample
};

}  // namespace dps::expression
