/// Streams as a blueprint can express them.
#pragma once

#include <cstdint>
#include <vector>

#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// Instructions that a blueprint cannot express, and that it replaces by others.
struct Approximations {
  std::uint64_t receives = 0;        ///< RECEIVE, which moves to its WAIT or to the end
  std::uint64_t blocking_sends = 0;  ///< BSEND, which becomes SEND
  std::uint64_t waits = 0;           ///< WAIT, which does not wait for sends
};

/// Consecutive processors whose streams differ only by a constant offset of all processors in them.
struct OffsetClass {
  std::uint32_t first = 0;  ///< processor
  std::uint32_t count = 1;
  /// Contains only WORK, SEND and BRECEIVE. The processor of a message is the distance to it,
  /// modulo the number of processors.
  Stream stream;
};

/// The classes in the order of their processors.
std::vector<OffsetClass> offset_classes(const Streams& streams, Approximations& approximations);

}  // namespace dps::estimator
