#include "simulator/agent/host_facts.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/version.h"

namespace dps::simulator {

namespace {

/// The name of the processor in /proc/cpuinfo, as "model name" on x86, "Model" or "cpu" on others.
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

/// The number of cores that this process may use. A batch system or a container may limit them.
std::uint32_t usable_cores() {
  cpu_set_t cores;
  if (sched_getaffinity(0, sizeof cores, &cores) == 0) {
    return static_cast<std::uint32_t>(CPU_COUNT(&cores));
  }
  return static_cast<std::uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

/// The address of this host to which ssh connected; empty without ssh.
/// Source: ssh(1): SSH_CONNECTION is "client address, client port, server address, server port".
std::string address_of_login() {
  const char* connection = std::getenv("SSH_CONNECTION");
  std::istringstream words(connection != nullptr ? connection : "");
  std::string client;
  std::string port;
  std::string server;
  words >> client >> port >> server;
  return server;
}

/// The first IPv4 address of an interface other than loopback; empty if there is none.
std::string address_of_first_interface() {
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) {
    return "";
  }
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(all, &freeifaddrs);
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    const bool fits = one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET &&
                      (one->ifa_flags & IFF_UP) != 0 && (one->ifa_flags & IFF_LOOPBACK) == 0;
    std::array<char, INET_ADDRSTRLEN> text{};
    if (fits && inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr,
                          text.data(), text.size()) != nullptr) {
      return text.data();
    }
  }
  return "";
}

std::string own_address() {
  const std::string address = address_of_login();
  return address.empty() || is_loopback(address) ? address_of_first_interface() : address;
}

Nanoseconds clock_resolution() {
  timespec resolution{};
  clock_getres(CLOCK_MONOTONIC, &resolution);
  return std::chrono::seconds(resolution.tv_sec) + Nanoseconds(resolution.tv_nsec);
}

}  // namespace

control::HelloFrame host_facts() {
  control::HelloFrame hello;
  hello.version = dps_version();
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
  hello.load = load_by_others();
  hello.clock_resolution = clock_resolution();
  hello.address = own_address();
  return hello;
}

}  // namespace dps::simulator
