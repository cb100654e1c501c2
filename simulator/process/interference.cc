#include "simulator/process/interference.h"

#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace dps::simulator {

Nanoseconds steal_of(const char* proc_stat, long ticks) {
  std::uint64_t steal = 0;  // the eighth time of the first line, which is for all cores
  const bool found =
      std::sscanf(proc_stat, "cpu %*u %*u %*u %*u %*u %*u %*u %" SCNu64, &steal) == 1 && ticks > 0;
  constexpr std::uint64_t kPerSecond = 1'000'000'000;
  return found ? Nanoseconds(steal * (kPerSecond / static_cast<std::uint64_t>(ticks)))
               : Nanoseconds(0);
}

Interference interference_so_far() {
  Interference sum;
  rusage usage{};
  if (getrusage(RUSAGE_SELF, &usage) == 0) {
    sum.switches = static_cast<std::uint64_t>(usage.ru_nivcsw);
  }
  const Descriptor file(open("/proc/stat", O_RDONLY | O_CLOEXEC));
  std::array<char, 256> text{};  // ends with 0
  if (file.is_open() && read(file.get(), text.data(), text.size() - 1) > 0) {
    sum.steal = steal_of(text.data(), sysconf(_SC_CLK_TCK));
  }
  return sum;
}

}  // namespace dps::simulator
