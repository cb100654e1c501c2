#include "transport/pvm/pvm_transport.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <pvm3.h>
#include <sched.h>
#include <sys/select.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/data_header.h"
#include "transport/pvm/enrolment.h"

namespace dps::transport {
namespace {

using std::chrono::microseconds;

/// libpvm counts bytes in an int.
constexpr std::uint64_t kPvmLargest = 0x7fffffff;
/// The longest delay until a stop is noticed: no signal ends pvm_trecv().
constexpr microseconds kLongestSleep{200'000};
/// Positions in watched_: `wake_fd`, the stop signal, then libpvm's sockets.
constexpr std::size_t kWake = 0;
constexpr std::size_t kStop = 1;
constexpr std::ptrdiff_t kFirstOfPvm = 2;
/// libpvm waits with select(), whose descriptors must be below FD_SETSIZE; some are in use already.
constexpr std::size_t kMostDirectRoutes = FD_SETSIZE - 64;
constexpr int kAnyone = -1;
constexpr int kAnything = -1;

/// The time from now until `until`, at most kLongestSleep and at least 0.
microseconds time_left(std::chrono::steady_clock::time_point until) {
  const auto left = std::chrono::ceil<microseconds>(until - std::chrono::steady_clock::now());
  return std::clamp(left, microseconds(0), kLongestSleep);
}

timespec until_then(const std::optional<std::chrono::steady_clock::time_point>& until) {
  const auto left = until ? *until - std::chrono::steady_clock::now() : std::chrono::seconds(0);
  const auto nanoseconds = std::max<std::int64_t>(left / std::chrono::nanoseconds(1), 0);
  return {nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
}

PvmBuffer receive_within(int tag, microseconds timeout) {
  timeval limit{};
  limit.tv_usec = timeout.count();  // below a second
  return pvm_trecv(kAnyone, tag, &limit);
}

tl::unexpected<Error> pvm_failure(const std::string& what, int code) {
  return failure(ErrorCode::kSystem, what + ": " + pvm_error_text(code));
}

}  // namespace

PvmTransport::PvmTransport(PvmOptions options, const StopSignal& stop)
    : RemoteTransport(stop), options_(std::move(options)) {
  DPS_CHECK(stop_.fd < 0 || stop_.flag != nullptr);
}

Result<std::uint32_t> PvmTransport::listen() {
  if (options_.message_types >= kTagTypes) {
    return failure(ErrorCode::kLimit, fmt::format("{} message types are more than the {} that a "
                                                  "PVM message tag can tell apart",
                                                  options_.message_types, kTagTypes - 1));
  }
  const auto tid = enrol();
  if (!tid) {
    return tl::unexpected(tid.error());
  }
  tid_ = *tid;
  watch();
  return static_cast<std::uint32_t>(tid_);
}

// Before the first run.

Result<void> PvmTransport::connect(std::span<const Peer> peers, Clock::time_point deadline) {
  const auto wants_direct = [](const Peer& peer) { return peer.route == MessageRoute::kDirect; };
  const auto direct = std::count_if(peers.begin(), peers.end(), wants_direct);
  if (static_cast<std::size_t>(direct) > kMostDirectRoutes) {
    return failure(ErrorCode::kLimit,
                   fmt::format("{} direct routes (-X TCP) are more than the {} that libpvm can "
                               "watch; use -X Pvmd",
                               direct, kMostDirectRoutes));
  }
  for (const Peer& peer : peers) {
    if (peer.process == options_.self) {
      continue;
    }
    const int tid = static_cast<int>(peer.port);
    tids_.resize(std::max(tids_.size(), index(peer.process) + std::size_t{1}), 0);
    tids_[index(peer.process)] = tid;
    processes_[tid] = peer.process;
  }
  for (const Peer& peer : peers) {
    if (peer.process != options_.self) {
      if (auto greeted = greet(peer); !greeted) {
        return greeted;
      }
    }
  }
  if (auto greeted = await_greetings(peers, deadline); !greeted) {
    return greeted;
  }
  close_pvm_sockets_on_exec();
  watch();
  return {};
}

/// Sends the greeting. If a direct route is wanted, the first message to a task makes libpvm
/// request it and wait.
Result<void> PvmTransport::greet(const Peer& peer) {
  if (stop_.stopped()) {
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  pvm_setopt(PvmRoute, peer.route == MessageRoute::kDirect ? PvmRouteDirect : PvmAllowDirect);
  pvm_initsend(PvmDataRaw);
  RunId run_id = options_.run_id;
  pvm_pkbyte(reinterpret_cast<char*>(run_id.data()), static_cast<int>(run_id.size()), 1);
  const int sent = pvm_send(static_cast<int>(peer.port), kGreetingTag);
  pvm_setopt(PvmRoute, PvmAllowDirect);
  return sent < 0 ? pvm_failure("cannot send to '" + options_.name(peer.process) + "'", sent)
                  : Result<void>{};
}

Result<void> PvmTransport::await_greetings(std::span<const Peer> peers,
                                           Clock::time_point deadline) {
  std::set<ProcessId> missing;
  for (const Peer& peer : peers) {
    if (peer.process != options_.self) {
      missing.insert(peer.process);
    }
  }
  while (!missing.empty()) {
    if (stop_.stopped()) {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    if (Clock::now() >= deadline) {
      return failure(ErrorCode::kTimeout, "received no greeting from '" +
                                              options_.name(*missing.begin()) +
                                              "' through PVM in time");
    }
    const PvmBuffer buffer = receive_within(kGreetingTag, time_left(deadline));
    if (buffer < 0) {
      return pvm_failure("cannot receive", buffer);
    }
    if (buffer > 0) {
      if (const auto from = greeted_by(buffer)) {
        missing.erase(*from);
      }
    }
  }
  return {};
}

/// Returns the sender of a greeting. Counts the greeting, and returns nothing, if it does not
/// belong to this run.
std::optional<ProcessId> PvmTransport::greeted_by(PvmBuffer buffer) {
  int bytes = 0;
  int tag = 0;
  int tid = 0;
  RunId run_id{};
  pvm_bufinfo(buffer, &bytes, &tag, &tid);
  const auto found = processes_.find(tid);
  if (found == processes_.end() || bytes != static_cast<int>(run_id.size())) {
    ++strangers_;
    return std::nullopt;
  }
  pvm_upkbyte(reinterpret_cast<char*>(run_id.data()), static_cast<int>(run_id.size()), 1);
  if (run_id != options_.run_id) {
    ++strangers_;
    return std::nullopt;
  }
  return found->second;
}

Result<void> PvmTransport::prepare(std::span<const OutgoingMessage> messages,
                                   std::uint64_t largest_arrival) {
  if (auto fits = check_sizes(messages, largest_arrival, kPvmLargest,
                              format_count(kPvmLargest) + " bytes, which is the limit of PVM");
      !fits) {
    return fits;
  }
  if (auto fits = check_sizes(messages, largest_arrival, options_.max_message,
                              limit_of_option(options_.max_message));
      !fits) {
    return fits;
  }
  return bodies_.prepare(messages, largest_arrival);
}

std::uint64_t PvmTransport::forget_earlier_runs(std::uint32_t /*run*/) {
  const std::uint64_t forgotten = queue_.size();
  for (const HeldMessage& held : queue_) {
    PvmBodies::discard(held.buffer);
  }
  queue_.clear();
  return forgotten;
}

// Sending.

Result<void> PvmTransport::send(ProcessId to, const OutgoingMessage& outgoing) {
  if (auto may_send = check_stop(); !may_send) {
    return may_send;
  }
  const bool has_request = options_.has_requests && to != options_.self;
  DPS_CHECK(to == options_.self || (index(to) < tids_.size() && tids_[index(to)] != 0));
  if (has_request && !outgoing.packed) {
    if (auto sent = send_request(tids_[index(to)], outgoing); !sent) {
      return sent;
    }
  }
  if (auto put = bodies_.put(outgoing, has_request ? &outgoing.request : nullptr); !put) {
    return put;
  }
  if (to == options_.self) {
    return send_to_self(outgoing);
  }
  const int sent =
      pvm_send(tids_[index(to)], encode({outgoing.mid, run_, outgoing.packed, outgoing.xdr,
                                         PvmBodies::padding(outgoing.bytes, outgoing.xdr)}));
  PvmBodies::put_away(outgoing);
  return sent < 0 ? pvm_failure("cannot send to '" + options_.name(to) + "'", sent)
                  : Result<void>{};
}

/// Sends the request in a message of its own: a body that was packed before the start has no room
/// for it.
Result<void> PvmTransport::send_request(int tid, const OutgoingMessage& outgoing) {
  if (auto put = PvmBodies::put(outgoing.request); !put) {
    return put;
  }
  const int sent = pvm_send(tid, kRequestTag);
  return sent < 0 ? pvm_failure("cannot send a request", sent) : Result<void>{};
}

/// Queues a message to this process behind all that have arrived.
Result<void> PvmTransport::send_to_self(const OutgoingMessage& outgoing) {
  const PvmBuffer body = PvmBodies::keep(outgoing);
  for (Result<bool> more = true; *more;) {
    more = receive(pvm_nrecv(kAnyone, kAnything));
    if (!more) {
      return tl::unexpected(more.error());
    }
  }
  queue_.push_back({body, arrival_of(outgoing, options_)});
  return {};
}

// Waiting.

RemoteTransport::Pause PvmTransport::look_or_pause(const WaitLimits& limits) {
  const bool spins = options_.wait == Wait::kSpin && limits.wake_fd < 0;
  return spins ? spin(limits) : sleep(limits);
}

/// pvm_trecv() would notice a stop too, but it arms a timer for every fragment, so that a large
/// message takes a seventh longer. Therefore poll() waits until a message begins to arrive, and
/// pvm_recv() for the rest of it, as in a PVM program.
RemoteTransport::Pause PvmTransport::sleep(const WaitLimits& limits) {
  const auto received = receive(pvm_nrecv(kAnyone, kAnything));
  if (!received) {
    return tl::unexpected(received.error());
  }
  if (*received) {
    return std::nullopt;
  }
  found_nothing_ = true;
  watched_[kWake].fd = limits.wake_fd;
  const timespec timeout = until_then(limits.until);
  const int ready =
      ppoll(watched_.data(), watched_.size(), limits.until ? &timeout : nullptr, nullptr);
  if (ready < 0 && errno != EINTR) {
    return failure(ErrorCode::kSystem,
                   std::string("cannot wait for messages: ") + std::strerror(errno));
  }
  if (ready > 0 && watched_[kWake].revents != 0) {
    return WaitOutcome::kWoken;
  }
  if (ready > 0 && watched_[kStop].revents == 0) {
    return receive_begun(limits);
  }
  return has_passed(limits.until) ? Pause(WaitOutcome::kDeadline) : Pause(std::nullopt);
}

/// Receives after data has arrived on libpvm's sockets. Does not wait if the data may not be a
/// message.
RemoteTransport::Pause PvmTransport::receive_begun(const WaitLimits& limits) {
  const bool has_ended =
      std::any_of(watched_.begin() + kFirstOfPvm, watched_.end(),
                  [](const pollfd& one) { return (one.revents & ~POLLIN) != 0; });
  const bool patient = !has_ended && limits.wake_fd < 0 && !limits.until;
  const auto received =
      receive(patient ? pvm_recv(kAnyone, kAnything) : pvm_nrecv(kAnyone, kAnything));
  if (!received) {
    return tl::unexpected(received.error());
  }
  if (has_ended) {
    watch();
  }
  return std::nullopt;
}

/// Updates watched_. After connect(), libpvm opens no sockets, but closes those whose task has
/// ended.
void PvmTransport::watch() {
  watched_.assign({{-1, POLLIN, 0}, {stop_.fd, POLLIN, 0}});
  for (const int fd : pvm_descriptors()) {
    watched_.push_back({fd, POLLIN | POLLRDHUP, 0});
  }
}

RemoteTransport::Pause PvmTransport::spin(const WaitLimits& limits) {
  const auto received = receive(pvm_nrecv(kAnyone, kAnything));
  if (!received) {
    return tl::unexpected(received.error());
  }
  if (*received) {
    return std::nullopt;
  }
  found_nothing_ = true;
  if (has_passed(limits.until)) {
    return WaitOutcome::kDeadline;
  }
  sched_yield();
  return std::nullopt;
}

// Receiving.

Result<bool> PvmTransport::receive(PvmBuffer buffer) {
  if (buffer < 0) {
    return pvm_failure("cannot receive", buffer);
  }
  if (buffer == 0) {
    return false;
  }
  pvm_setrbuf(0);  // so that the next receive does not free it
  if (!enqueue(buffer)) {
    PvmBodies::discard(buffer);
  }
  return true;
}

/// Queues the message. Returns false if it is dropped; dropped messages are counted.
bool PvmTransport::enqueue(PvmBuffer buffer) {
  int bytes = 0;
  int tag = 0;
  int tid = 0;
  pvm_bufinfo(buffer, &bytes, &tag, &tid);
  const auto from = processes_.find(tid);
  if (tag == kRequestTag && options_.has_requests && from != processes_.end()) {
    requests_[tid] = options_.known(PvmBodies::request_in(buffer));
    return false;
  }
  const auto fields = decode_tag(tag);
  if (from == processes_.end() || !fields) {
    ++strangers_;
    return false;
  }
  Arrival arrival{fields->mid,    from->second, static_cast<std::uint64_t>(bytes) - fields->padding,
                  fields->packed, fields->xdr,  options_.found_now(),
                  !found_nothing_};
  if (options_.has_requests && fields->packed) {
    arrival.request = options_.known(PvmBodies::request_in(buffer));
    arrival.bytes -= std::min<std::uint64_t>(arrival.bytes, kRequestBytes);
  } else if (options_.has_requests) {
    arrival.request = std::exchange(requests_[tid], Request{});
  }
  if (fields->run != run_ % kRunNumbers) {
    ++dropped_[from->second].other_run;
  } else if (index(fields->mid) >= options_.message_types) {
    ++dropped_[from->second].unknown_type;
  } else if (arrival.bytes > largest_arrival_) {
    ++dropped_[from->second].oversized;
  } else {
    queue_.push_back({buffer, arrival});
    return true;
  }
  return false;
}

Arrival PvmTransport::take() {
  DPS_CHECK(!queue_.empty());
  const HeldMessage held = queue_.front();
  queue_.pop_front();
  bodies_.take(held.buffer, held.arrival);
  return held.arrival;
}

std::vector<std::string> PvmTransport::remarks() const {
  std::vector<std::string> lines;
  if (strangers_ > 0) {
    lines.push_back("messages of PVM tasks that are not part of the run: " +
                    format_count(strangers_));
  }
  add_forgotten(lines);
  for (const auto& [process, dropped] : dropped_) {
    lines.push_back(fmt::format(
        "dropped messages from '{}': {} of another run, {} of an unknown type, {} too large",
        options_.name(process), dropped.other_run, dropped.unknown_type, dropped.oversized));
  }
  return lines;
}

}  // namespace dps::transport
