#include "mpi_programs/board/instruction_counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace dps::board {

int open_instruction_counter() {
  perf_event_attr wanted{};
  wanted.type = PERF_TYPE_HARDWARE;
  wanted.size = sizeof(wanted);
  wanted.config = PERF_COUNT_HW_INSTRUCTIONS;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  constexpr int kThisThread = 0;
  constexpr int kAnyCore = -1;
  constexpr int kNoGroup = -1;
  return static_cast<int>(::syscall(SYS_perf_event_open, &wanted, kThisThread, kAnyCore, kNoGroup,
                                    PERF_FLAG_FD_CLOEXEC));
}

std::uint64_t instructions_of(int counter) {
  std::uint64_t instructions = 0;
  return ::read(counter, &instructions, sizeof(instructions)) == sizeof(instructions) ? instructions
                                                                                      : 0;
}

}  // namespace dps::board
