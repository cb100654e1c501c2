/// Numbers by which a program refers to message types and processes, instead of their tags.
#pragma once

#include <cstdint>

namespace dps {

/// A message type (the paper's mid, 5.1): dense from 0, in the order of first mention.
enum class MessageId : std::uint32_t {};

/// A blueprint process: its position in process order (P lines in their order, then the index).
enum class ProcessId : std::uint32_t {};

constexpr std::uint32_t index(MessageId mid) {
  return static_cast<std::uint32_t>(mid);
}
constexpr std::uint32_t index(ProcessId process) {
  return static_cast<std::uint32_t>(process);
}

}  // namespace dps
