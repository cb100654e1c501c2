#include "base/interference.h"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace dps {

double load_by_others() {
  std::string loads;
  std::ifstream file("/proc/loadavg");
  return std::getline(file, loads) ? load_of(loads) : 0;
}

double load_of(const std::string& proc_loadavg) {
  // Source: proc(5): the averages of 1, 5 and 15 minutes, and "runnable threads/all threads".
  std::istringstream words(proc_loadavg);
  double average = 0;
  double ignored = 0;
  double runnable = 0;
  if (!(words >> average >> ignored >> ignored >> runnable)) {
    return 0;
  }
  return std::min(average, std::max(runnable - 1, 0.0));
}

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

}  // namespace dps
