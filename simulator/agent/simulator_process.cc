#include "simulator/agent/simulator_process.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "profiles/record_page.h"
#include "simulator/agent/control_loop.h"
#include "simulator/process/stop_flag.h"

namespace dps::simulator {

namespace {

/// Maps the record page, which is never unmapped.
Result<profiles::RecordPage> open_page(int descriptor) {
  struct stat record {};
  if (fstat(descriptor, &record) != 0 || record.st_size <= 0) {
    return failure(ErrorCode::kInput, "there is no record page");
  }
  const auto size = static_cast<std::size_t>(record.st_size);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
  if (memory == MAP_FAILED) {
    return failure(ErrorCode::kSystem, "cannot map the record page");
  }
  return profiles::RecordPage::open({static_cast<std::byte*>(memory), size});
}

int failed(const Error& error) {
  std::fprintf(stderr, "dps-simulator: %s; only agents start simulators\n", error.message.c_str());
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
  auto page = open_page(ends.record);
  if (!page) {
    return failed(page.error());
  }
  const auto stop = StopFlag::install();
  if (!stop) {
    return failed(stop.error());
  }
  ControlLoop loop(ends.frames, *page, **stop, maker);
  const int status = loop.serve();
  leave();
  return status;
}

}  // namespace dps::simulator
