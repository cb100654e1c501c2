// The simulator of one process as its agent starts it.
#include "simulator/simulator_process.h"

#include <cstdio>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include "profiles/record_page.h"
#include "simulator/control_loop.h"
#include "simulator/spawn.h"
#include "simulator/stop_flag.h"

namespace dps::simulator {

namespace {

/// Stays mapped as long as the process lives.
Result<profiles::RecordPage> open_page() {
  struct stat record {};
  if (fstat(kRecordDescriptor, &record) != 0 || record.st_size <= 0) {
    return failure(ErrorCode::kInput, "there is no record page");
  }
  const auto size = static_cast<std::size_t>(record.st_size);
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, kRecordDescriptor, 0);
  if (memory == MAP_FAILED) {
    return failure(ErrorCode::kSystem, "cannot map the record page");
  }
  return profiles::RecordPage::open({static_cast<std::byte*>(memory), size});
}

int failed(const Error& error) {
  std::fprintf(stderr, "dps-simulator: %s; it is to be started by its agent\n",
               error.message.c_str());
  return 1;
}

}  // namespace

int run_simulator(const TransportMaker& maker) {
  fcntl(kFramesDescriptor, F_SETFD, FD_CLOEXEC);
  fcntl(kRecordDescriptor, F_SETFD, FD_CLOEXEC);
  auto page = open_page();
  if (!page) {
    return failed(page.error());
  }
  const auto stop = StopFlag::install();
  if (!stop) {
    return failed(stop.error());
  }
  return ControlLoop(kFramesDescriptor, *page, **stop, maker).serve();
}

}  // namespace dps::simulator
