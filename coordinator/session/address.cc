#include "coordinator/session/address.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

namespace dps::coordinator {
namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

}  // namespace

Result<std::string> numeric_address(const std::string& address) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(address.c_str(), nullptr, &wanted, &found); error != 0) {
    return failure(ErrorCode::kInput,
                   "cannot find the address '" + address + "': " + gai_strerror(error));
  }
  const AddressList list(found, &freeaddrinfo);
  const addrinfo* best = list.get();
  for (const addrinfo* one = list.get(); one != nullptr; one = one->ai_next) {
    if (one->ai_family == AF_INET && best->ai_family != AF_INET) {
      best = one;
    }
  }
  if (best == nullptr) {
    return failure(ErrorCode::kInput, "cannot find the address '" + address + "'");
  }
  std::array<char, NI_MAXHOST> text{};
  const int error = getnameinfo(best->ai_addr, best->ai_addrlen, text.data(), text.size(), nullptr,
                                0, NI_NUMERICHOST);
  if (error != 0) {
    return failure(ErrorCode::kInput,
                   "cannot print the address '" + address + "': " + gai_strerror(error));
  }
  return std::string(text.data());
}

std::optional<Failure> find_addresses(Placement& placement) {
  for (Host& host : placement.hosts) {
    auto number = numeric_address(host.address);
    if (!number) {
      Failure unknown = refusal(ExitStatus::kFailed, host.name + ": " + number.error().message);
      unknown.next_step = "correct its address= in the hosts file";
      return unknown;
    }
    host.address = *std::move(number);
  }
  return std::nullopt;
}

std::vector<FailureCause> unreachable_addresses(const Placement& placement) {
  std::vector<FailureCause> causes;
  for (std::uint32_t host = 0; host < placement.hosts.size() && placement.hosts.size() > 1;
       ++host) {
    const std::string& address = placement.hosts[host].address;
    if (address.starts_with("127.")) {
      causes.push_back({CauseKind::kReport, host, std::nullopt,
                        fmt::format("has no address that other hosts can reach ({} is a loopback "
                                    "address)",
                                    address),
                        "give it an address= in the hosts file"});
    }
  }
  return causes;
}

}  // namespace dps::coordinator
