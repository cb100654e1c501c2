#include "mpi_programs/board/piece_listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mpi_programs/board/clock.h"
#include "mpi_programs/board/log_writer.h"

namespace dps::board {
namespace {

constexpr std::size_t kMostAddresses = 8;
constexpr std::size_t kMostStrangers = 64;  // connections that have not shown the secret

// A host that answers nothing for kIdle + kProbes * kBetween = 5 s is lost. Its kernel answers, so
// a rank that is stopped is not.
constexpr int kIdle = 1;
constexpr int kBetween = 1;
constexpr int kProbes = 4;

std::string random_secret() {
  std::random_device random;
  std::string secret;
  while (secret.size() < kSecretSize) {
    secret += fmt::format("{:08x}", static_cast<std::uint32_t>(random()));
  }
  return secret;
}

/// The addresses by which other hosts may reach this one, each behind a semicolon.
std::string own_addresses() {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) {
    return "";
  }
  std::string addresses;
  std::size_t count = 0;
  for (const ifaddrs* at = all; at != nullptr && count < kMostAddresses; at = at->ifa_next) {
    const bool is_inet = at->ifa_addr != nullptr && at->ifa_addr->sa_family == AF_INET;
    if (!is_inet || (at->ifa_flags & IFF_LOOPBACK) != 0 || (at->ifa_flags & IFF_UP) == 0) {
      continue;
    }
    sockaddr_in address{};
    std::memcpy(&address, at->ifa_addr, sizeof(address));
    std::array<char, INET_ADDRSTRLEN> text{};
    ::inet_ntop(AF_INET, &address.sin_addr, text.data(), text.size());
    addresses += std::string(";") + text.data();
    ++count;
  }
  ::freeifaddrs(all);
  return addresses;
}

std::uint16_t port_of(int socket) {
  sockaddr_in address{};
  socklen_t size = sizeof(address);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  return ntohs(address.sin_port);
}

void watch_host(int connection) {
  const int on = 1;
  ::setsockopt(connection, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
  ::setsockopt(connection, IPPROTO_TCP, TCP_KEEPIDLE, &kIdle, sizeof(kIdle));
  ::setsockopt(connection, IPPROTO_TCP, TCP_KEEPINTVL, &kBetween, sizeof(kBetween));
  ::setsockopt(connection, IPPROTO_TCP, TCP_KEEPCNT, &kProbes, sizeof(kProbes));
}

bool is_silence(int error) {
  return error == ETIMEDOUT || error == EHOSTUNREACH || error == ENETUNREACH;
}

/// Compares in constant time, so that the time gives no hint where the texts differ.
bool are_equal(const char* a, const std::string& b) {
  unsigned difference = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  }
  return difference == 0;
}

bool write_at(int file, const char* bytes, std::uint64_t size, std::uint64_t offset) {
  for (std::uint64_t done = 0; done < size;) {
    const ssize_t written =
        ::pwrite(file, bytes + done, size - done, static_cast<off_t>(offset + done));
    if (written <= 0 && errno != EINTR) {
      return false;
    }
    done += written > 0 ? static_cast<std::uint64_t>(written) : 0;
  }
  return true;
}

}  // namespace

Result<PieceListener> PieceListener::make() {
  const std::string addresses = own_addresses();
  Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_in any{};
  any.sin_family = AF_INET;
  if (addresses.empty() || !socket.is_open() ||
      ::bind(socket.get(), reinterpret_cast<const sockaddr*>(&any), sizeof(any)) != 0 ||
      ::listen(socket.get(), SOMAXCONN) != 0) {
    return failure(ErrorCode::kSystem, "cannot listen for ranks on other hosts");
  }
  std::string secret = random_secret();
  std::string place = fmt::format(";{};{}{}", port_of(socket.get()), secret, addresses);
  return PieceListener(std::move(socket), std::move(secret), std::move(place));
}

void PieceListener::watch(std::vector<pollfd>& watched) const {
  watched.push_back({socket_.get(), POLLIN, 0});
  for (const RemoteReport& report : reports_) {
    if (report.connection.is_open()) {
      watched.push_back({report.connection.get(), POLLIN, 0});
    }
  }
}

void PieceListener::serve() {
  accept_all();
  for (RemoteReport& report : reports_) {
    receive(report);
  }
  std::erase_if(reports_, [](const RemoteReport& report) {
    return !report.is_introduced && !report.connection.is_open();
  });
}

void PieceListener::accept_all() {
  for (;;) {
    Descriptor connection(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection.is_open()) {
      return;
    }
    const auto strangers = std::count_if(reports_.begin(), reports_.end(),
                                         [](const auto& report) { return !report.is_introduced; });
    if (static_cast<std::size_t>(strangers) < kMostStrangers) {
      watch_host(connection.get());
      reports_.emplace_back().connection = std::move(connection);
    }
  }
}

void PieceListener::receive(RemoteReport& report) {
  std::array<char, 65'536> room;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  while (report.connection.is_open()) {
    const ssize_t got = ::recv(report.connection.get(), room.data(), room.size(), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
      return;
    }
    if (got <= 0) {
      report.is_lost = got < 0 && is_silence(errno);
      report.ended = nanoseconds_now();
      report.connection.close();
      return;
    }
    report.unread.insert(report.unread.end(), room.data(), room.data() + got);
    std::size_t read = 0;
    PieceHead head;
    while (report.unread.size() - read >= sizeof(head)) {
      std::memcpy(&head, report.unread.data() + read, sizeof(head));
      const bool is_plausible =
          head.size <= (report.is_introduced ? kMostPieceBytes : sizeof(PieceHello));
      if (is_plausible && report.unread.size() - read - sizeof(head) < head.size) {
        break;
      }
      if (!is_plausible || !take(report, head, report.unread.data() + read + sizeof(head))) {
        report.ended = nanoseconds_now();
        report.connection.close();
        return;
      }
      read += sizeof(head) + head.size;
    }
    report.unread.erase(report.unread.begin(),
                        report.unread.begin() + static_cast<std::ptrdiff_t>(read));
  }
}

bool PieceListener::introduce(RemoteReport& report, const PieceHead& head,
                              const char* contents) const {
  PieceHello hello;
  if (head.kind != PieceKind::kHello || head.size != sizeof(hello) ||
      !are_equal(contents, secret_)) {
    return false;
  }
  std::memcpy(static_cast<void*>(&hello), contents, sizeof(hello));
  report.self = hello.self;
  report.self.host.back() = '\0';
  report.self.world.back() = '\0';
  report.is_introduced = report.self.version == kMessageVersion;
  return report.is_introduced;
}

bool PieceListener::take(RemoteReport& report, const PieceHead& head, const char* contents) {
  if (!report.is_introduced) {
    return introduce(report, head, contents);
  }
  if (head.kind == PieceKind::kFinalizes) {
    report.has_finalized = true;
    return true;
  }
  if (head.kind != PieceKind::kBytes || head.thread >= kMostPieceThreads ||
      head.offset > kMostLogBytes - head.size) {
    return false;
  }
  if (report.logs.size() <= head.thread) {
    report.logs.resize(head.thread + 1);
  }
  Descriptor& log = report.logs[head.thread];
  if (!log.is_open()) {
    log = make_log_file();
  }
  report.had_no_room = report.had_no_room || !log.is_open() ||
                       !write_at(log.get(), contents, head.size, head.offset);
  return true;
}

std::uint64_t last_instant(const Descriptor& log) {
  LogHeader header;
  const ssize_t got = ::pread(log.get(), &header, sizeof(header), 0);
  return got == static_cast<ssize_t>(sizeof(header)) ? header.latest.nanoseconds : 0;
}

}  // namespace dps::board
