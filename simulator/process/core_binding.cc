#include "simulator/process/core_binding.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <sched.h>

namespace dps::simulator {
namespace {

/// A text that is equal for all hardware threads of a core. A CPU whose siblings are unknown counts
/// as a core of its own.
std::string core_of(int cpu) {
  const std::string number = std::to_string(cpu);
  std::ifstream file("/sys/devices/system/cpu/cpu" + number + "/topology/thread_siblings_list");
  std::string siblings;
  return std::getline(file, siblings) ? siblings : number;
}

/// The CPUs of the mask: the first CPU of every core, then the second CPU of every core, and so on.
std::vector<int> usable_cpus(const cpu_set_t& mask) {
  struct Cpu {
    int turn;
    int number;
  };
  std::vector<Cpu> cpus;
  std::map<std::string, int> given;
  for (int number = 0; number < CPU_SETSIZE; ++number) {
    if (CPU_ISSET(number, &mask)) {
      cpus.push_back({given[core_of(number)]++, number});
    }
  }
  std::stable_sort(cpus.begin(), cpus.end(),
                   [](const Cpu& left, const Cpu& right) { return left.turn < right.turn; });
  std::vector<int> numbers;
  numbers.reserve(cpus.size());
  for (const Cpu& cpu : cpus) {
    numbers.push_back(cpu.number);
  }
  return numbers;
}

}  // namespace

Result<void> bind_to_core(std::uint32_t which) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  bool done = sched_getaffinity(0, sizeof mask, &mask) == 0;
  if (done) {
    const std::vector<int> cpus = usable_cpus(mask);
    CPU_ZERO(&mask);
    CPU_SET(cpus[which % cpus.size()], &mask);
    done = sched_setaffinity(0, sizeof mask, &mask) == 0;
  }
  if (!done) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot bind to a core (--bind core): ") + std::strerror(errno));
  }
  return {};
}

}  // namespace dps::simulator
