/// The instruction streams of all processors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "predictor/estimator/streams/instruction.h"

namespace dps::estimator {

// Source: docs/estimate.md, "Limits".
inline constexpr std::uint32_t kMostProcessors = 1024;
inline constexpr std::uint64_t kMostWords = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kMostInstructions = 10'000'000;  ///< of a processor
inline constexpr std::uint64_t kMostOfAll = 100'000'000;
inline constexpr std::size_t kMostNesting = 16;  ///< of `repeat`

using Stream = std::vector<StreamInstruction>;

/// Processors with equal streams may share one.
struct Streams {
  std::vector<Stream> contents;
  std::vector<std::uint32_t> content_of;  ///< by processor: index in `contents`

  [[nodiscard]] std::size_t processors() const { return content_of.size(); }
  [[nodiscard]] std::span<const StreamInstruction> of(std::size_t processor) const {
    return contents[content_of[processor]];
  }
};

/// The instruction as a streams file writes it: "send 1 100", "work 1e+06", "wait".
std::string instruction_text(const StreamInstruction& instruction);

/// The name of an operation in streams files.
const char* name_of(StreamOperation operation);

}  // namespace dps::estimator
