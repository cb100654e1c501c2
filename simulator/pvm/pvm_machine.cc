#include "simulator/pvm/pvm_machine.h"

#include <algorithm>
#include <array>
#include <span>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <pvm3.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/processes/new_process.h"
#include "transport/pvm/enrolment.h"

namespace dps::simulator {
namespace {

constexpr const char* kProgramName = "dps-simulator-pvm";

std::string first_label(const std::string& name) {
  const bool is_number = name.find_first_not_of("0123456789.") == std::string::npos;
  return is_number ? name : name.substr(0, name.find('.'));
}

std::optional<in_addr> address_of(const std::string& name) {
  addrinfo hints{};
  hints.ai_family = AF_INET;  // PVM supports only IPv4
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(name.c_str(), nullptr, &hints, &found) != 0 || found == nullptr) {
    return std::nullopt;
  }
  const in_addr address = reinterpret_cast<const sockaddr_in*>(found->ai_addr)->sin_addr;
  freeaddrinfo(found);
  return address;
}

}  // namespace

Result<std::vector<PvmHost>> pvm_hosts() {
  int count = 0;
  int architectures = 0;
  pvmhostinfo* infos = nullptr;
  const int code = pvm_config(&count, &architectures, &infos);
  if (code < 0) {
    return failure(ErrorCode::kSystem,
                   "cannot read PVM's configuration: " + transport::pvm_error_text(code));
  }
  std::vector<PvmHost> hosts;
  for (const pvmhostinfo& info : std::span(infos, static_cast<std::size_t>(count))) {
    hosts.push_back({info.hi_name, info.hi_arch, info.hi_speed, info.hi_tid});
  }
  return hosts;
}

std::optional<PvmHost> pvm_host_here(const std::vector<PvmHost>& hosts) {
  const int here = pvm_tidtohost(pvm_mytid());
  const auto found = std::find_if(hosts.begin(), hosts.end(),
                                  [here](const PvmHost& host) { return host.tid == here; });
  return found == hosts.end() ? std::nullopt : std::optional(*found);
}

std::optional<PvmHost> find_pvm_host(const std::vector<PvmHost>& hosts, const std::string& name) {
  for (const PvmHost& host : hosts) {
    if (host.name == name) {
      return host;
    }
  }
  for (const PvmHost& host : hosts) {
    if (first_label(host.name) == first_label(name)) {
      return host;
    }
  }
  return is_this_machine(name) ? pvm_host_here(hosts) : std::nullopt;
}

std::vector<std::string> add_pvm_hosts(const std::vector<std::string>& lines) {
  std::vector<std::string> reasons(lines.size());
  if (lines.empty()) {
    return reasons;
  }
  std::vector<char*> words = exec_arguments(lines);
  std::vector<int> infos(lines.size(), PvmCantStart);
  const int added = pvm_addhosts(words.data(), static_cast<int>(lines.size()), infos.data());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const int code = added < 0 ? added : infos[i];
    if (added == PvmDSysErr) {
      reasons[i] = fmt::format(
          "the process of the PVM daemon of {} that starts the other daemons has ended "
          "(PvmDSysErr)",
          this_host_name());
    } else if (code < 0) {
      reasons[i] = transport::pvm_error_text(code);
    }
  }
  return reasons;
}

Result<int> spawn_on(const PvmHost& host, const std::string& program,
                     const std::vector<std::string>& arguments) {
  std::vector<char*> argv = exec_arguments(arguments);
  int tid = PvmNoFile;
  for (const std::string& path : {program, std::string(kProgramName)}) {
    const int started = pvm_spawn(const_cast<char*>(path.c_str()), argv.data(), PvmTaskHost,
                                  const_cast<char*>(host.name.c_str()), 1, &tid);
    if (started == 1) {
      return tid;
    }
    tid = started < 0 ? started : tid;
    if (tid != PvmNoFile) {
      break;
    }
  }
  if (tid == PvmNoFile) {
    return failure(ErrorCode::kSystem,
                   fmt::format("there is no '{}' and no {} in PVM's path (ep=); install the same "
                               "dps, with PVM, there",
                               program, kProgramName));
  }
  return failure(ErrorCode::kSystem,
                 "PVM cannot start the agent: " + transport::pvm_error_text(tid));
}

std::string own_address_towards(const std::string& name) {
  const auto address = address_of(name);
  const int probe = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);  // nothing is sent
  if (!address || probe < 0) {
    return "";
  }
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr = *address;
  there.sin_port = htons(9);  // any port: connect() on a datagram socket only selects the route
  sockaddr_in here{};
  socklen_t size = sizeof(here);
  std::array<char, INET_ADDRSTRLEN> text{};
  if (connect(probe, reinterpret_cast<const sockaddr*>(&there), sizeof(there)) == 0 &&
      getsockname(probe, reinterpret_cast<sockaddr*>(&here), &size) == 0) {
    inet_ntop(AF_INET, &here.sin_addr, text.data(), text.size());
  }
  close(probe);
  return text.data();
}

}  // namespace dps::simulator
