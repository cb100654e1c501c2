#include "base/host_name.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>

#include <ifaddrs.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dps {
namespace {

bool is_alnum(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;
using Interfaces = std::unique_ptr<ifaddrs, decltype(&freeifaddrs)>;

Addresses resolve(const std::string& name) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_DGRAM;  // else each address is listed once for every type
  addrinfo* found = nullptr;
  const bool is_known = getaddrinfo(name.c_str(), nullptr, &hints, &found) == 0;
  return {is_known ? found : nullptr, &freeaddrinfo};
}

Interfaces list_interfaces() {
  ifaddrs* found = nullptr;
  return {getifaddrs(&found) == 0 ? found : nullptr, &freeifaddrs};
}

/// Compares two socket addresses, without their ports.
bool are_equal(const sockaddr& a, const sockaddr& b) {
  if (a.sa_family != b.sa_family) {
    return false;
  }
  if (a.sa_family == AF_INET) {
    return reinterpret_cast<const sockaddr_in&>(a).sin_addr.s_addr ==
           reinterpret_cast<const sockaddr_in&>(b).sin_addr.s_addr;
  }
  return a.sa_family == AF_INET6 &&
         std::memcmp(&reinterpret_cast<const sockaddr_in6&>(a).sin6_addr,
                     &reinterpret_cast<const sockaddr_in6&>(b).sin6_addr, sizeof(in6_addr)) == 0;
}

}  // namespace

bool is_host_name_byte(char c) {
  return is_alnum(c) || std::string_view("._:-").find(c) != std::string_view::npos;
}

bool is_host_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxHostName && is_alnum(name[0]) &&
         std::all_of(name.begin(), name.end(), is_host_name_byte);
}

std::string this_host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

bool is_this_machine(const std::string& name) {
  if (name == "localhost" || name == "127.0.0.1" || name == "::1" || name == this_host_name()) {
    return true;
  }
  const Addresses addresses = resolve(name);
  const Interfaces interfaces = list_interfaces();
  for (const addrinfo* address = addresses.get(); address != nullptr; address = address->ai_next) {
    for (const ifaddrs* one = interfaces.get(); one != nullptr; one = one->ifa_next) {
      if (one->ifa_addr != nullptr && are_equal(*one->ifa_addr, *address->ai_addr)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace dps
