#include "simulator/mpi/meeting.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace dps::simulator {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds kGathering(10);
constexpr std::chrono::milliseconds kRetryDelay(5);
constexpr int kTimeoutMs = 2'000;
constexpr int kBacklog = 4096;
constexpr std::size_t kEnds = 3;

/// The kind of a message, which is its first word. Both ends are the same program on the same host,
/// so messages are in native byte order.
enum class MeetingKind : std::uint32_t { kIntroduction = 1, kLaunch, kLeaving, kDeath, kSeen };
using MeetingMessage = std::array<std::uint32_t, 3>;

tl::unexpected<Error> refused(const std::string& what) {
  return failure(ErrorCode::kSystem, what + ": " + std::strerror(errno));
}

struct Address {
  sockaddr_un socket{};
  socklen_t length = 0;
};

/// An address in the abstract namespace, which needs no file and is released with its owner's end.
Address address_of(const std::string& secret, std::uint32_t host) {
  Address address;
  address.socket.sun_family = AF_UNIX;
  const std::string name = fmt::format("dps-mpi-{}-{}", secret, host);
  const std::size_t length = std::min(name.size(), sizeof address.socket.sun_path - 1);
  std::memcpy(address.socket.sun_path + 1, name.data(), length);
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
  return address;
}

const sockaddr* generic(const Address& address) {
  return reinterpret_cast<const sockaddr*>(&address.socket);
}

bool is_ours(int socket) {
  ucred peer{};
  socklen_t length = sizeof peer;
  return getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 && peer.uid == geteuid();
}

void send_message(int socket, MeetingKind word, std::uint32_t first = 0, std::uint32_t second = 0) {
  const MeetingMessage message{static_cast<std::uint32_t>(word), first, second};
  [[maybe_unused]] const ssize_t sent = send(socket, message.data(), sizeof message, MSG_NOSIGNAL);
}

std::optional<MeetingMessage> receive_message(int socket, int flags) {
  MeetingMessage message{};
  ssize_t count = 0;
  do {
    count = recv(socket, message.data(), sizeof message, flags);
  } while (count < 0 && errno == EINTR);
  return count == sizeof message ? std::optional(message) : std::nullopt;
}

/// A message with room for descriptors.
struct DescriptorParcel {
  MeetingMessage message{};
  iovec piece{message.data(), sizeof message};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(kEnds * sizeof(int))> beside{};
  msghdr header{};

  DescriptorParcel() {
    header.msg_iov = &piece;
    header.msg_iovlen = 1;
    header.msg_control = beside.data();
    header.msg_controllen = beside.size();
  }
};

bool hand_over(int socket, const SimulatorEnds& ends) {
  DescriptorParcel parcel;
  parcel.message[0] = static_cast<std::uint32_t>(MeetingKind::kLaunch);
  cmsghdr* const rights = CMSG_FIRSTHDR(&parcel.header);
  rights->cmsg_level = SOL_SOCKET;
  rights->cmsg_type = SCM_RIGHTS;
  rights->cmsg_len = CMSG_LEN(kEnds * sizeof(int));
  const std::array<int, kEnds> descriptors{ends.frames, ends.record, ends.output};
  std::memcpy(CMSG_DATA(rights), descriptors.data(), sizeof descriptors);
  return sendmsg(socket, &parcel.header, MSG_NOSIGNAL) > 0;
}

}  // namespace

Result<Descriptor> open_meeting(const std::string& secret, std::uint32_t host) {
  const Address address = address_of(secret, host);
  Descriptor listener(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
  if (!listener.is_open() || bind(listener.get(), generic(address), address.length) != 0 ||
      listen(listener.get(), kBacklog) != 0) {
    return refused("cannot open the socket for the MPI ranks");
  }
  return listener;
}

// --- a rank --------------------------------------------------------------------------------------

Result<RankMeeting> RankMeeting::join(const std::string& secret, std::uint32_t host,
                                      steady_clock::time_point deadline) {
  const Address address = address_of(secret, host);
  while (true) {
    Descriptor end(socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0));
    if (!end.is_open()) {
      return refused("cannot connect to the agent");
    }
    if (connect(end.get(), generic(address), address.length) == 0) {
      return is_ours(end.get()) ? Result<RankMeeting>(RankMeeting(std::move(end)))
                                : failure(ErrorCode::kSystem, "the agent belongs to another user");
    }
    if (steady_clock::now() >= deadline) {
      return failure(ErrorCode::kTimeout, "there is no agent on this host");
    }
    std::this_thread::sleep_for(kRetryDelay);
  }
}

void RankMeeting::introduce(std::uint32_t rank, pid_t simulator) const {
  send_message(socket_.get(), MeetingKind::kIntroduction, rank,
               static_cast<std::uint32_t>(simulator));
}

std::optional<SimulatorEnds> RankMeeting::await_launch() const {
  DescriptorParcel parcel;
  ssize_t count = 0;
  do {
    count = recvmsg(socket_.get(), &parcel.header, MSG_CMSG_CLOEXEC);
  } while (count < 0 && errno == EINTR);
  const cmsghdr* const rights = count > 0 ? CMSG_FIRSTHDR(&parcel.header) : nullptr;
  if (rights == nullptr || rights->cmsg_type != SCM_RIGHTS ||
      rights->cmsg_len != CMSG_LEN(kEnds * sizeof(int))) {
    return std::nullopt;
  }
  std::array<int, kEnds> descriptors{};
  std::memcpy(descriptors.data(), CMSG_DATA(rights), sizeof descriptors);
  return SimulatorEnds{descriptors[0], descriptors[1], descriptors[2]};
}

void RankMeeting::leave() const {
  send_message(socket_.get(), MeetingKind::kLeaving);
}

void RankMeeting::report_death(int wait_status) const {
  send_message(socket_.get(), MeetingKind::kDeath, static_cast<std::uint32_t>(wait_status));
  pollfd answer{socket_.get(), POLLIN, 0};
  while (poll(&answer, 1, kTimeoutMs) > 0) {
    const auto message =
        receive_message(socket_.get(), MSG_DONTWAIT);  // skips a launch that arrives too late
    if (!message || (*message)[0] == static_cast<std::uint32_t>(MeetingKind::kSeen)) {
      return;
    }
  }
}

// --- the agent -----------------------------------------------------------------------------------

Ranks::Ranks(asio::io_context& io, Descriptor listener, std::size_t expected, Events events)
    : io_(io), listener_(std::move(listener)), expected_(expected), events_(std::move(events)) {}

Result<pid_t> Ranks::start(const std::string& name, const SimulatorEnds& ends) {
  if (auto gathered = gather(); !gathered) {
    return tl::unexpected(gathered.error());
  }
  const auto next = std::find_if(ranks_.begin(), ranks_.end(),
                                 [](const WaitingRank& rank) { return !rank.taken; });
  if (next == ranks_.end()) {
    return failure(ErrorCode::kProtocol, "mpirun has started no rank for '" + name + "'");
  }
  next->taken = true;
  if (!hand_over(next->socket.native_handle(), ends)) {
    return refused("cannot hand '" + name + "' to its rank");
  }
  return next->simulator;
}

/// Accepts connections until all ranks have connected. Only processes of this user that know the
/// secret can connect.
Result<void> Ranks::gather() {
  const auto deadline = steady_clock::now() + kGathering;
  while (ranks_.size() < expected_) {
    if (!accept_one(deadline)) {
      return failure(ErrorCode::kTimeout, fmt::format("only {1} of {0} MPI ranks have connected",
                                                      expected_, ranks_.size()));
    }
  }
  return {};
}

bool Ranks::accept_one(steady_clock::time_point deadline) {
  const auto left =
      std::chrono::ceil<std::chrono::milliseconds>(deadline - steady_clock::now()).count();
  pollfd ready{listener_.get(), POLLIN, 0};
  if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) <= 0) {
    return false;
  }
  Descriptor end(accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  ready.fd = end.get();
  if (!end.is_open() || !is_ours(end.get()) || poll(&ready, 1, kTimeoutMs) <= 0) {
    return true;
  }
  const auto message = receive_message(end.get(), MSG_DONTWAIT);
  if (!message || (*message)[0] != static_cast<std::uint32_t>(MeetingKind::kIntroduction)) {
    return true;
  }
  const auto place = std::find_if(ranks_.begin(), ranks_.end(), [&](const WaitingRank& other) {
    return other.number > (*message)[1];
  });
  WaitingRank& rank = *ranks_.emplace(place, io_);
  rank.number = (*message)[1];
  rank.simulator = static_cast<pid_t>((*message)[2]);
  rank.socket.assign(fcntl(end.get(), F_DUPFD_CLOEXEC, 0));
  await_message(rank);
  return true;
}

void Ranks::await_message(WaitingRank& rank) {
  rank.socket.async_wait(asio::posix::stream_descriptor::wait_read,
                         [this, &rank](const error_code& error) {
                           if (!error && read_message(rank)) {
                             await_message(rank);
                           }
                         });
}

/// Handles a message; returns false at the end of the connection. A rank that ended without a
/// message was killed, so its simulator must be killed, too.
bool Ranks::read_message(WaitingRank& rank) {
  const int socket = rank.socket.native_handle();
  const auto message = receive_message(socket, MSG_DONTWAIT);
  if (message && (*message)[0] == static_cast<std::uint32_t>(MeetingKind::kLeaving)) {
    rank.ended = true;
    events_.leaves(rank.simulator);
    return true;
  }
  if (!rank.ended && !message) {
    kill(-rank.simulator, SIGKILL);
  }
  rank.taken = true;  // it cannot run a process any more
  if (!std::exchange(rank.ended, true)) {
    events_.died(rank.simulator, message ? static_cast<int>((*message)[1]) : SIGKILL);
  }
  if (message) {
    send_message(socket, MeetingKind::kSeen);
  }
  return false;
}

}  // namespace dps::simulator
