/// Counts the instructions that a thread carries out in user mode.
/// Source: perf_event_open(2).
#pragma once

#include <cstdint>

namespace dps::board {

/// A counter of the calling thread, which close(2) ends; negative: errno has the reason, EACCES or
/// EPERM if the kernel forbids it, ENOENT if the processor has no such counter.
int open_instruction_counter();

/// The instructions since the counter was opened.
std::uint64_t instructions_of(int counter);

}  // namespace dps::board
