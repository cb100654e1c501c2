#include "transport/tcp/tcp_transport.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/socket.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/tcp/set_up.h"

namespace dps::transport {
namespace {

/// The epoll data of the stop signal; the data of a connection is its index.
constexpr std::uint32_t kStopMark = 0xffffffff;
/// Up to this number of connections, reading from every socket is faster than epoll_wait().
constexpr std::size_t kFewConnections = 4;
constexpr timespec kNotAtAll{};
/// The longest sleep in recv(). A stop signal that comes between the check of its flag and the
/// sleep does not end it; the next sleep is on the epoll set, which the signal does end.
constexpr timeval kNap{0, 20'000};
/// The time for which to poll for the rest of a large body. It usually arrives while its first
/// parts are copied, and polling is then cheaper than to sleep and be woken for every part.
constexpr std::chrono::microseconds kLook{50};

tl::unexpected<Error> system_failure(const std::string& what) {
  return failure(ErrorCode::kSystem, what + ": " + std::strerror(errno));
}

/// The time from now until `until`, at least 0; null if there is no `until`.
const timespec* time_left(const std::optional<std::chrono::steady_clock::time_point>& until,
                          timespec& left) {
  if (!until) {
    return nullptr;
  }
  const auto duration = std::max(*until - std::chrono::steady_clock::now(),
                                 std::chrono::steady_clock::duration::zero());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(duration);
  left.tv_sec = seconds.count();
  left.tv_nsec = std::chrono::nanoseconds(duration - seconds).count();
  return &left;
}

/// Calls without MSG_DONTWAIT may sleep from now on, but not longer than kNap.
bool may_sleep(int socket) {
  const int flags = fcntl(socket, F_GETFL);
  return flags >= 0 && fcntl(socket, F_SETFL, flags & ~O_NONBLOCK) == 0 &&
         setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &kNap, sizeof kNap) == 0;
}

/// The counts as text: "2 of another run, 1 out of order"; empty if there are none.
std::string reasons_of(const DroppedMessages& dropped) {
  std::string text;
  for (const auto& [count, reason] : {std::pair{dropped.other_run, " of another run"},
                                      std::pair{dropped.out_of_order, " out of order"},
                                      std::pair{dropped.unknown_type, " of an unknown type"},
                                      std::pair{dropped.oversized, " too large"}}) {
    if (count > 0) {
      text += (text.empty() ? "" : ", ") + format_count(count) + reason;
    }
  }
  return text;
}

}  // namespace

TcpTransport::TcpTransport(TcpOptions options, const StopSignal& stop)
    : RemoteTransport(stop), options_(std::move(options)) {
  DPS_CHECK(stop_.fd < 0 || stop_.flag != nullptr);
  options_.max_message = std::min(options_.max_message, ArrivalQueue::kLargestBody);
}

TcpTransport::~TcpTransport() {
  wipe(options_.secret);
}

Result<std::uint32_t> TcpTransport::listen() {
  set_up_ = std::make_unique<SetUp>(options_, stop_);
  return set_up_->listen();
}

Result<void> TcpTransport::connect(std::span<const Peer> peers, Clock::time_point deadline) {
  DPS_CHECK(set_up_ != nullptr);
  auto established = set_up_->connect(peers, deadline);
  refused_ = set_up_->refused();
  set_up_.reset();
  wipe(options_.secret);
  if (!established) {
    return tl::unexpected(established.error());
  }
  readable_ = Descriptor(epoll_create1(EPOLL_CLOEXEC));
  if (!readable_.is_open()) {
    return system_failure("cannot watch the connections");
  }
  for (Established& one : *established) {
    const std::size_t position = connections_.size();
    Connection& connection =
        connections_.emplace_back(std::move(one.socket), one.peer, options_.has_requests);
    by_process_.resize(index(one.peer) + 1, nullptr);
    by_process_[index(one.peer)] = &connection;
    if (auto watched = watch(connection.socket(), static_cast<std::uint32_t>(position)); !watched) {
      return watched;
    }
  }
  listed_.reserve(connections_.size());
  if (connections_.size() == 1 && !may_sleep(connections_.front().socket())) {
    return system_failure("cannot prepare the connection");
  }
  return stop_.fd < 0 ? Result<void>{} : watch(stop_.fd, kStopMark);
}

Result<void> TcpTransport::watch(int fd, std::uint32_t mark) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u32 = mark;
  if (epoll_ctl(readable_.get(), EPOLL_CTL_ADD, fd, &event) != 0) {
    return system_failure("cannot watch the connections");
  }
  return {};
}

Result<void> TcpTransport::prepare(std::span<const OutgoingMessage> messages,
                                   std::uint64_t largest_arrival) {
  if (auto fits = check_sizes(messages, largest_arrival, options_.max_message,
                              limit_of_option(options_.max_message));
      !fits) {
    return fits;
  }
  return buffers_.prepare(messages, largest_arrival,
                          kDataHeaderBytes + (options_.has_requests ? kRequestBytes : 0));
}

Connection& TcpTransport::connection_to(ProcessId process) {
  DPS_CHECK(index(process) < by_process_.size() && by_process_[index(process)] != nullptr);
  return *by_process_[index(process)];
}

void TcpTransport::lose(Connection& connection) {
  if (connection.is_open()) {
    connection.close();  // and with it, its place in the epoll set
    lost_.push_back(connection.peer());
  }
}

// Sending.

Result<void> TcpTransport::send(ProcessId to, const OutgoingMessage& outgoing) {
  if (auto may_send = check_stop(); !may_send) {
    return may_send;
  }
  held_.reset();
  buffers_.pack_body(outgoing);
  if (to == options_.self) {
    const bool kept = queue_.push(run_, arrival_of(outgoing, options_));
    DPS_CHECK(kept);
    return {};
  }
  Connection& connection = connection_to(to);
  const std::span<std::byte> message = buffers_.outgoing(outgoing.bytes);
  encode({run_, outgoing.mid, connection.sent, outgoing.bytes, outgoing.packed, outgoing.xdr},
         message.first<kDataHeaderBytes>(),
         options_.has_requests ? kRequestDataVersion : kDataVersion);
  if (options_.has_requests) {
    encode(outgoing.request, message.subspan<kDataHeaderBytes, kRequestBytes>());
  }
  ++connection.sent;
  return send_all(connection, message);
}

Result<void> TcpTransport::send_all(Connection& connection, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    if (!connection.is_open()) {
      return gone(connection, "it has closed its connection");
    }
    const ssize_t taken =
        ::send(connection.socket(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (taken >= 0) {
      bytes = bytes.subspan(static_cast<std::size_t>(taken));
    } else if (errno == EAGAIN) {
      if (options_.notes_arrivals && !held_) {
        held_ = Clock::now();
      }
      if (auto room = await_room(connection); !room) {
        return room;
      }
    } else if (errno != EINTR) {
      return gone(connection, std::strerror(errno));
    }
  }
  return {};
}

Result<void> TcpTransport::await_room(Connection& connection) {
  if (stop_.stopped()) {
    return failure(ErrorCode::kInterrupted,
                   "asked to stop while sending to '" + options_.name(connection.peer()) + "'");
  }
  if (options_.wait == Wait::kSpin) {
    sched_yield();
    return take_in_all();
  }
  // The epoll set is readable when the stop signal has arrived.
  std::array<pollfd, 2> sockets{{{connection.socket(), POLLOUT, 0}, {readable_.get(), POLLIN, 0}}};
  if (poll(sockets.data(), sockets.size(), -1) < 0 && errno != EINTR) {
    return system_failure("cannot wait for '" + options_.name(connection.peer()) + "'");
  }
  return sockets[1].revents != 0 ? take_in_all() : Result<void>{};
}

tl::unexpected<Error> TcpTransport::gone(const Connection& connection,
                                         const std::string& cause) const {
  return failure(ErrorCode::kSystem,
                 "cannot send to '" + options_.name(connection.peer()) + "': " + cause);
}

// Waiting.

RemoteTransport::Pause TcpTransport::look_or_pause(const WaitLimits& limits) {
  if (take_in_listed()) {
    return std::nullopt;
  }
  const bool spins = limits.wake_fd < 0 && options_.wait == Wait::kSpin;
  if (options_.notes_arrivals && !found_nothing_ && !spins) {
    const auto found = look();
    if (!found) {
      return tl::unexpected(found.error());
    }
    found_nothing_ = !*found;
    return std::nullopt;
  }
  return limits.wake_fd >= 0 ? sleep_beside(limits) : spins ? spin(limits) : sleep(limits);
}

RemoteTransport::Pause TcpTransport::sleep(const WaitLimits& limits) {
  if (!limits.until && sleep_reading()) {
    return std::nullopt;
  }
  timespec left{};
  const auto ready = find_ready(time_left(limits.until, left));
  if (!ready) {
    return tl::unexpected(ready.error());
  }
  if (*ready == 0 && has_passed(limits.until)) {
    return WaitOutcome::kDeadline;
  }
  take_in_timed(*ready);
  return std::nullopt;
}

bool TcpTransport::sleep_reading() {
  if (connections_.size() != 1) {
    return false;
  }
  Connection& connection = connections_.front();
  // The rest of a large body is read by take_in(), which is timed.
  return connection.is_open() && !connection.in_body() &&
         take_in(connection, Connection::Mode::kSleeping);
}

RemoteTransport::Pause TcpTransport::sleep_beside(const WaitLimits& limits) {
  timespec left{};
  std::array<pollfd, 2> sets{{{limits.wake_fd, POLLIN, 0}, {readable_.get(), POLLIN, 0}}};
  const int ready = ppoll(sets.data(), sets.size(), time_left(limits.until, left), nullptr);
  if (ready < 0 && errno != EINTR) {
    return system_failure("cannot wait for messages");
  }
  if (ready > 0 && sets[0].revents != 0) {
    return WaitOutcome::kWoken;
  }
  if (ready > 0) {
    const auto found = find_ready(&kNotAtAll);
    take_in_timed(found.value_or(0));
    return found ? Pause(std::nullopt) : tl::unexpected(found.error());
  }
  return has_passed(limits.until) ? Pause(WaitOutcome::kDeadline) : Pause(std::nullopt);
}

RemoteTransport::Pause TcpTransport::spin(const WaitLimits& limits) {
  const auto found = look();
  if (!found) {
    return tl::unexpected(found.error());
  }
  if (*found) {
    return std::nullopt;
  }
  found_nothing_ = true;
  if (has_passed(limits.until)) {
    return WaitOutcome::kDeadline;
  }
  sched_yield();
  return std::nullopt;
}

Result<bool> TcpTransport::look() {
  if (connections_.size() <= kFewConnections) {
    return poll_directly();
  }
  const auto ready = find_ready(&kNotAtAll);
  if (!ready) {
    return tl::unexpected(ready.error());
  }
  if (*ready > 0) {
    take_in_timed(*ready);
  }
  return *ready > 0;
}

// Receiving.

Result<std::size_t> TcpTransport::find_ready(const timespec* timeout) {
  const int ready = epoll_pwait2(readable_.get(), ready_.data(), static_cast<int>(ready_.size()),
                                 timeout, nullptr);
  if (ready < 0 && errno != EINTR) {
    return system_failure("cannot wait for messages");
  }
  return static_cast<std::size_t>(std::max(ready, 0));
}

void TcpTransport::take_in_ready(std::size_t count) {
  for (const epoll_event& event : std::span(ready_).first(count)) {
    if (event.data.u32 != kStopMark) {
      take_in(connections_[event.data.u32]);
    }
  }
}

void TcpTransport::take_in_timed(std::size_t count) {
  const Clock::time_point start = Clock::now();
  take_in_ready(count);
  reading_ += Clock::now() - start;
}

bool TcpTransport::poll_directly() {
  const Clock::time_point start = Clock::now();
  bool any = false;
  for (Connection& connection : connections_) {
    any = (connection.is_open() && take_in(connection)) || any;
  }
  if (any) {
    reading_ += Clock::now() - start;
  }
  return any;
}

Connection::Fill TcpTransport::fill(Connection& connection, Connection::Mode mode) {
  const Connection::Fill outcome = connection.fill(buffers_.incoming(), mode);
  if (options_.notes_arrivals && outcome == Connection::Fill::kData) {
    connection.found = Clock::now();
    connection.was_there = !found_nothing_;
  }
  return outcome;
}

bool TcpTransport::take_in(Connection& connection, Connection::Mode mode) {
  Connection::Fill outcome = fill(connection, mode);
  const bool any = outcome == Connection::Fill::kData;
  while (outcome == Connection::Fill::kData && !accept_next(connection) && connection.in_body()) {
    outcome = look_for_rest(connection);
  }
  if (outcome == Connection::Fill::kClosed) {
    lose(connection);
  }
  if (connection.has_unread() && connection.is_open()) {
    listed_.push_back(&connection);
  }
  return any;
}

Connection::Fill TcpTransport::look_for_rest(Connection& connection) {
  Connection::Fill outcome = fill(connection, Connection::Mode::kAtOnce);
  const Clock::time_point until = Clock::now() + kLook;
  while (outcome == Connection::Fill::kNothing && !connection.rest_is_slow &&
         options_.wait == Wait::kBlock) {
    sched_yield();
    outcome = fill(connection, Connection::Mode::kAtOnce);
    connection.rest_is_slow = outcome == Connection::Fill::kNothing && Clock::now() >= until;
  }
  return outcome;
}

bool TcpTransport::take_in_listed() {
  std::size_t kept = 0;
  for (Connection* const connection : listed_) {
    if (accept_next(*connection)) {
      listed_[kept++] = connection;
    }
  }
  listed_.resize(kept);
  return kept > 0;
}

Result<void> TcpTransport::take_in_all() {
  while (take_in_listed()) {
  }
  const auto ready = find_ready(&kNotAtAll);
  if (!ready) {
    return tl::unexpected(ready.error());
  }
  take_in_ready(*ready);
  while (take_in_listed()) {
  }
  return {};
}

bool TcpTransport::accept_next(Connection& connection) {
  const auto header = connection.next();
  if (!header) {
    if (connection.malformed()) {
      lose(connection);
    }
    return false;
  }
  DroppedMessages& dropped = connection.dropped;
  if (header->sequence != connection.received) {
    ++dropped.out_of_order;
    return true;
  }
  ++connection.received;
  if (index(header->mid) >= options_.message_types) {
    ++dropped.unknown_type;
  } else if (header->bytes > largest_arrival_) {
    ++dropped.oversized;
  } else if (!queue_.push(
                 header->run,
                 {header->mid, connection.peer(), header->bytes, header->packed, header->xdr,
                  connection.found, connection.was_there, options_.known(connection.request())})) {
    ++dropped.other_run;
  }
  return true;
}

Arrival TcpTransport::take() {
  const Arrival arrival = queue_.pop();
  buffers_.unpack_body(arrival);
  return arrival;
}

std::vector<std::string> TcpTransport::remarks() const {
  std::vector<std::string> lines;
  if (refused_ > 0) {
    lines.push_back("refused unauthorised connections: " + format_count(refused_));
  }
  add_forgotten(lines);
  for (const Connection& connection : connections_) {
    const std::string peer = options_.name(connection.peer());
    if (const std::string reasons = reasons_of(connection.dropped); !reasons.empty()) {
      lines.push_back(fmt::format("dropped messages from '{}': {}", peer, reasons));
    }
    if (connection.malformed()) {
      lines.push_back(
          fmt::format("closed the connection to '{}': received an invalid header", peer));
    }
  }
  return lines;
}

}  // namespace dps::transport
