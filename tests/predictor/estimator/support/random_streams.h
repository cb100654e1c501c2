/// Random streams of a few processors.
#pragma once

#include <algorithm>
#include <random>

#include "predictor/estimator/streams/streams.h"

namespace dps::estimator {

/// Messages between random pairs, whose two halves are put into the streams in the order of the
/// messages, or now and then somewhere else; then some may deadlock.
inline Streams random_streams(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t limit) {
    return static_cast<std::uint32_t>(random() % limit);
  };
  Streams streams;
  const std::uint32_t processors = 1 + below(6);
  streams.contents.resize(processors);
  for (std::uint32_t p = 0; p < processors; ++p) {
    streams.content_of.push_back(p);
  }
  const bool is_orderly = below(3) != 0;
  const auto put = [&](std::uint32_t processor, const StreamInstruction& instruction) {
    Stream& stream = streams.contents[processor];
    const auto at = is_orderly
                        ? stream.size()
                        : stream.size() - below(std::min<std::uint32_t>(
                                              3, static_cast<std::uint32_t>(stream.size() + 1)));
    stream.insert(stream.begin() + static_cast<std::ptrdiff_t>(at), instruction);
  };
  for (std::uint32_t left = below(60); left > 0; --left) {
    const std::uint32_t from = below(processors);
    const std::uint32_t to = below(processors);
    const std::uint64_t words = below(4) * 50;
    switch (below(6)) {
      case 0:
        put(from, StreamInstruction::work(below(3) * 700.5));
        break;
      case 1:
        put(from, StreamInstruction::wait());
        break;
      default:
        put(from, StreamInstruction::message(
                      below(2) == 0 ? StreamOperation::kSend : StreamOperation::kBlockingSend, to,
                      words));
        put(to, StreamInstruction::message(
                    below(2) == 0 ? StreamOperation::kReceive : StreamOperation::kBlockingReceive,
                    from, words));
    }
  }
  return streams;
}

}  // namespace dps::estimator
