#include "coordinator/launch/pvm_daemon.h"

#include <cstring>
#include <fstream>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/environment.h"

namespace dps::coordinator {
namespace {

bool answers_at_path(const std::string& path) {
  sockaddr_un there{};
  there.sun_family = AF_UNIX;
  if (path.size() >= sizeof(there.sun_path)) {
    return false;
  }
  std::memcpy(there.sun_path, path.c_str(), path.size());
  const Descriptor probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connect(probe.get(), reinterpret_cast<const sockaddr*>(&there), sizeof(there)) == 0;
}

/// "7f000001:8c25".
bool answers_at_address(const std::string& text) {
  unsigned int address = 0;
  unsigned int port = 0;
  if (std::sscanf(text.c_str(), "%8x:%4x", &address, &port) != 2) {
    return false;
  }
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_addr.s_addr = htonl(address);
  there.sin_port = htons(static_cast<std::uint16_t>(port));
  const Descriptor probe(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  return connect(probe.get(), reinterpret_cast<const sockaddr*>(&there), sizeof(there)) == 0;
}

}  // namespace

PvmDaemon find_pvm_daemon() {
  PvmDaemon daemon;
  daemon.address_file =
      fmt::format("{}/pvmd.{}", environment_variable("PVM_TMP", "/tmp"), geteuid());
  if (const std::string name = environment_variable("PVM_VMID"); !name.empty()) {
    daemon.address_file += "." + name;
  }
  std::ifstream file(daemon.address_file);
  std::string address;
  if (!file) {
    return daemon;
  }
  std::getline(file, address);
  const bool is_up =
      address.starts_with('/') ? answers_at_path(address) : answers_at_address(address);
  daemon.state = is_up ? PvmState::kUp : PvmState::kDead;
  return daemon;
}

}  // namespace dps::coordinator
