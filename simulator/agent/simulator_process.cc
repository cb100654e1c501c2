#include "simulator/agent/simulator_process.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "simulator/agent/control_loop.h"
#include "simulator/agent/shared_memory.h"
#include "simulator/process/stop_flag.h"

namespace dps::simulator {

namespace {

/// Maps the memory that the agent has made, and never unmaps it. All of it is touched here, so that
/// recording an event never causes a page fault. The memory of the page tables is a small part.
Result<SharedMemory> open_memory(int descriptor) {
  struct stat record {};
  if (fstat(descriptor, &record) != 0 || record.st_size <= 0) {
    return failure(ErrorCode::kInput, "there is no record page");
  }
  if (fallocate(descriptor, 0, 0, record.st_size) != 0) {
    return failure(ErrorCode::kLimit,
                   "there is too little memory for the record (--trace-limit lowers it)");
  }
  const auto size = static_cast<std::size_t>(record.st_size);
  void* memory =
      mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor, 0);
  if (memory == MAP_FAILED) {
    return failure(ErrorCode::kSystem, "cannot map the record page");
  }
  return SharedMemory::open({static_cast<std::byte*>(memory), size});
}

int failed(const Error& error) {
  const bool is_limit = error.code == ErrorCode::kLimit;
  std::fprintf(stderr, "dps-simulator: %s%s\n", error.message.c_str(),
               is_limit ? "" : "; only agents start simulators");
  return 1;
}

}  // namespace

int run_simulator(const TransportMaker& maker) {
  return run_simulator(maker, {.frames = kFramesDescriptor, .record = kRecordDescriptor}, [] {});
}

int run_simulator(const TransportMaker& maker, const SimulatorEnds& ends,
                  const std::function<void()>& leave) {
  fcntl(ends.frames, F_SETFD, FD_CLOEXEC);
  fcntl(ends.record, F_SETFD, FD_CLOEXEC);
  auto memory = open_memory(ends.record);
  if (!memory) {
    return failed(memory.error());
  }
  const auto stop = StopFlag::install();
  if (!stop) {
    return failed(stop.error());
  }
  ControlLoop loop(ends.frames, *memory, **stop, maker);
  const int status = loop.serve();
  leave();
  return status;
}

}  // namespace dps::simulator
