#include "coordinator/session/address.h"

#include <algorithm>
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

bool is_loopback(const std::string& address) {
  return address.starts_with("127.") || address == "::1";
}

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
  const bool are_one_machine = std::ranges::all_of(placement.hosts, [](const Host& host) {
    return host.address_given && is_loopback(host.address);
  });
  if (placement.hosts.size() < 2 || are_one_machine) {
    return causes;
  }
  for (std::uint32_t host = 0; host < placement.hosts.size(); ++host) {
    const std::string& address = placement.hosts[host].address;
    if (!is_loopback(address)) {
      continue;
    }
    const bool is_given = placement.hosts[host].address_given;
    causes.push_back(
        {CauseKind::kReport, host, std::nullopt,
         fmt::format("has no address that other hosts can reach ({} is a loopback address)",
                     address),
         is_given ? "correct its address= in the hosts file; loopback addresses are accepted only "
                    "if all hosts have one, because they are the same machine then"
                  : "give it an address= in the hosts file"});
  }
  return causes;
}

}  // namespace dps::coordinator
