/// The frames that the driver (driver.c) writes to its descriptor 3.
#pragma once

#include <cstdint>

namespace dps::estimator {

/// The descriptor of the driver for its frames.
inline constexpr int kFrameDescriptor = 3;

enum class RecordingFrameKind : std::uint32_t {
  kInstructions,  ///< the bits of instructions (streams/instruction.h)
  kMistake,       ///< text: the reason why the instruction after those recorded is impossible
  kEnded,         ///< EndedFrame: the process of a processor has ended
};

/// The head of a frame; `bytes` bytes follow, at most kMostFrameBytes.
struct FrameHead {
  std::uint32_t nprocs;
  std::uint32_t pid;
  RecordingFrameKind kind;
  std::uint32_t bytes;
};
static_assert(sizeof(FrameHead) == 16);

inline constexpr std::uint32_t kMostFrameBytes = 4080;  ///< PIPE_BUF with the frame's head

struct EndedFrame {
  std::uint64_t wait_status;
  std::uint64_t instructions;
  std::uint64_t is_done;  ///< the routine has returned, or a mistake has been reported
};

}  // namespace dps::estimator
