// What an agent tells of its host.
#include "simulator/host_facts.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

namespace dps::simulator {

namespace {

/// The processor's name in /proc/cpuinfo: "model name" on x86, "Model" or "cpu" on others.
std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    const bool names =
        line.starts_with("model name") || line.starts_with("Model\t") || line.starts_with("cpu\t");
    const std::size_t colon = line.find(": ");
    if (names && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

/// The cores that this process may use, which a batch system or a container may have limited.
std::uint32_t usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<std::uint32_t>(CPU_COUNT(&cores));
  }
  return static_cast<std::uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

std::uint64_t clock_resolution_ns() {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  constexpr std::uint64_t kNanosecondsPerSecond = 1'000'000'000;
  return static_cast<std::uint64_t>(resolution.tv_sec) * kNanosecondsPerSecond +
         static_cast<std::uint64_t>(resolution.tv_nsec);
}

}  // namespace

control::HelloFrame host_facts() {
  control::HelloFrame hello;
  hello.version = DPS_VERSION;
  hello.pid = static_cast<std::uint32_t>(getpid());
  utsname system{};
  if (uname(&system) == 0) {
    hello.host = system.nodename;
    hello.machine = system.machine;
    hello.kernel = std::string(system.sysname) + " " + system.release;
  }
  hello.cpu = cpu_name();
  hello.cores = usable_cores();
  struct sysinfo memory {};
  if (sysinfo(&memory) == 0) {
    hello.memory = std::uint64_t{memory.totalram} * memory.mem_unit;
  }
  double load = 0;
  if (getloadavg(&load, 1) == 1) {
    hello.load = load;
  }
  hello.clock_resolution_ns = clock_resolution_ns();
  return hello;
}

}  // namespace dps::simulator
