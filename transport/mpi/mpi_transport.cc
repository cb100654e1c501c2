#include "transport/mpi/mpi_transport.h"

#include <algorithm>
#include <array>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/mpi/world.h"

namespace dps::transport {
namespace {

/// A process whose largest arrival is at most this large has its receive posted while it waits.
constexpr std::uint64_t kLargestPosted = 64 << 10;
constexpr std::uint32_t kPollsBeforeYield = 64;
constexpr std::uint32_t kPollsBeforeSleep = 1'000;
constexpr std::chrono::microseconds kSleep(50);  // the kernel adds as much
constexpr int kMillisecond = 1;

int largest_tag(MPI_Comm group) {
  void* value = nullptr;
  int found = 0;
  MPI_Comm_get_attr(group, MPI_TAG_UB, &value, &found);
  return found != 0 ? *static_cast<int*>(value) : 32767;  // Source: MPI 3.1, 8.1.2
}

/// The messages of the warm-up, to and from every peer: the largest body that each can receive.
class WarmUp {
 public:
  WarmUp(const std::vector<int>& ranks, MPI_Comm group, std::uint64_t largest)
      : largest_(largest),
        largest_of_(ranks.size()),
        requests_(2 * ranks.size(), MPI_REQUEST_NULL) {
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      MPI_Irecv(&largest_of_[i], 1, MPI_UINT64_T, ranks[i], 0, group, &requests_[2 * i]);
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      MPI_Isend(&largest_, 1, MPI_UINT64_T, ranks[i], 0, group, &requests_[2 * i + 1]);
    }
  }
  WarmUp(const WarmUp&) = delete;
  WarmUp& operator=(const WarmUp&) = delete;
  ~WarmUp() {
    for (MPI_Request& request : requests_) {
      if (request != MPI_REQUEST_NULL) {
        MPI_Cancel(&request);
        MPI_Request_free(&request);
      }
    }
  }

  Result<bool> done() {
    int all = 0;
    const int code = MPI_Testall(static_cast<int>(requests_.size()), requests_.data(), &all,
                                 MPI_STATUSES_IGNORE);
    if (code != MPI_SUCCESS) {
      return failure(ErrorCode::kSystem, mpi_text(code));
    }
    return all != 0;
  }

  /// The size that the peer at that position has sent, once all exchanges have ended.
  [[nodiscard]] std::uint64_t largest_of(std::size_t position) const {
    return largest_of_[position];
  }

  /// The position of the first peer whose exchange has not ended.
  [[nodiscard]] std::size_t first_missing() {
    std::size_t i = 0;
    for (; i + 1 < requests_.size(); ++i) {
      int done = 0;
      MPI_Test(&requests_[i], &done, MPI_STATUS_IGNORE);
      if (done == 0) {
        break;
      }
    }
    return i / 2;
  }

 private:
  std::uint64_t largest_;
  std::vector<std::uint64_t> largest_of_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

MpiTransport::MpiTransport(MpiOptions options, const StopSignal& stop)
    : RemoteTransport(stop), options_(std::move(options)) {
  options_.max_message = std::min(options_.max_message, kMpiLargestBody);
}

Result<std::uint32_t> MpiTransport::listen() {
  int rank = 0;
  MPI_Comm_rank(options_.group, &rank);
  return static_cast<std::uint32_t>(rank);
}

Result<void> MpiTransport::connect(std::span<const Peer> peers, Clock::time_point deadline) {
  int ranks = 0;
  MPI_Comm_size(options_.group, &ranks);
  process_of_.assign(static_cast<std::size_t>(ranks), ProcessId{});
  std::vector<int> warmed;
  warmed.reserve(peers.size());
  for (const Peer& peer : peers) {
    if (peer.port >= static_cast<std::uint32_t>(ranks)) {
      return failure(ErrorCode::kProtocol,
                     fmt::format("'{}' has rank {}, and there are {} ranks",
                                 options_.name(peer.process), peer.port, ranks));
    }
    partners_.resize(std::max(partners_.size(), index(peer.process) + std::size_t{1}));
    partners_[index(peer.process)].rank = static_cast<int>(peer.port);
    process_of_[peer.port] = peer.process;
    warmed.push_back(static_cast<int>(peer.port));
  }
  WarmUp warm_up(warmed, options_.warm_up, largest_arrival_);
  while (true) {
    const auto done = warm_up.done();
    if (!done) {
      return with_context(done.error(), "cannot reach the other processes");
    }
    if (*done) {
      for (std::size_t i = 0; i < peers.size(); ++i) {
        partners_[index(peers[i].process)].largest = warm_up.largest_of(i);
      }
      return operations_.connect(options_.group,
                                 [this](ProcessId process) { return rank_of(process); });
    }
    if (stop_.stopped()) {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    if (Clock::now() >= deadline) {
      const Peer& missing = peers[warm_up.first_missing()];
      return failure(
          ErrorCode::kTimeout,
          fmt::format("no message could be exchanged with '{}' in time: it is not ready, "
                      "or MPI cannot reach its host",
                      options_.name(missing.process)));
    }
    sched_yield();
  }
}

Result<void> MpiTransport::prepare(std::span<const OutgoingMessage> messages,
                                   std::uint64_t largest_arrival) {
  const int tag_limit = largest_tag(options_.group);
  for (const OutgoingMessage& outgoing : messages) {
    if (encode(MpiTag{outgoing.mid, true, true, true}) > static_cast<std::uint64_t>(tag_limit)) {
      return failure(ErrorCode::kLimit,
                     fmt::format("message type {} is one too many for this MPI, whose largest tag "
                                 "is {} (MPI_TAG_UB): it has room for {} types",
                                 index(outgoing.mid), tag_limit,
                                 (static_cast<std::uint64_t>(tag_limit) + 1) / kTagsOfAType));
    }
  }
  const bool by_mpi = options_.max_message == kMpiLargestBody;
  if (auto fits =
          check_sizes(messages, largest_arrival, options_.max_message,
                      by_mpi ? format_size(kMpiLargestBody) + ", which is the limit over MPI"
                             : limit_of_option(options_.max_message));
      !fits) {
    return fits;
  }
  return buffers_.prepare(messages, largest_arrival, 0, trailer_bytes());
}

int MpiTransport::rank_of(ProcessId process) const {
  if (process == options_.self) {
    int rank = 0;
    MPI_Comm_rank(options_.group, &rank);
    return rank;
  }
  DPS_CHECK(index(process) < partners_.size() && partners_[index(process)].rank != kNobody);
  return partners_[index(process)].rank;
}

tl::unexpected<Error> MpiTransport::broken(int code, const char* what) const {
  return failure(ErrorCode::kSystem, std::string(what) + ": " + mpi_text(code));
}

// Collective operations of the library.

Result<void> MpiTransport::prepare_operations(std::span<const OperationGroup> groups) {
  return operations_.prepare(groups);
}

Result<void> MpiTransport::begin_operation(std::size_t group, const collectives::Collective& of) {
  return operations_.begin(group, of);
}

/// Queues a message for each operation that is done.
Result<void> MpiTransport::continue_operations() {
  return operations_.poll([this](MessageId mid) {
    const bool kept = queue_.push(
        run_, {mid, options_.self, 0, false, false, options_.found_now(), !found_nothing_, {}});
    DPS_CHECK(kept);
  });
}

// Sending.

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): complete() tests it until it is done.
Result<void> MpiTransport::send(ProcessId to, const OutgoingMessage& outgoing) {
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
  DPS_CHECK(index(to) < partners_.size() && partners_[index(to)].rank != kNobody);
  const Partner& partner = partners_[index(to)];
  if (outgoing.bytes >
      partner.largest) {  // Open MPI 4.1 crashes at a receiver whose buffer is too small
    return failure(ErrorCode::kProtocol,
                   fmt::format("it has {}, and '{}' has memory for {}", format_size(outgoing.bytes),
                               options_.name(to), format_size(partner.largest)));
  }
  const std::span<std::byte> body = buffers_.outgoing(outgoing.bytes + trailer_bytes());
  if (options_.has_requests) {
    encode(outgoing.request, body.last<kRequestBytes>());
  }
  const auto tag = encode(MpiTag{outgoing.mid, outgoing.packed, outgoing.xdr, run_ % 2 == 1});
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Isend(body.data(), static_cast<int>(body.size()), MPI_BYTE, partner.rank,
                             static_cast<int>(tag), options_.group, &request);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot send");
  }
  return complete(request, to);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

/// Waits until MPI has accepted the whole message; receives messages meanwhile.
Result<void> MpiTransport::complete(MPI_Request request, ProcessId to) {
  while (true) {
    int done = 0;
    const int code = MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (code != MPI_SUCCESS) {
      return broken(code, "cannot send");
    }
    if (done != 0) {
      return {};
    }
    if (options_.notes_arrivals && !held_) {
      held_ = std::chrono::steady_clock::now();
    }
    if (stop_.stopped()) {
      MPI_Request_free(
          &request);  // MPI may still read the body, whose memory stays until this process ends
      return failure(ErrorCode::kInterrupted,
                     "asked to stop while sending to '" + options_.name(to) + "'");
    }
    const auto came = take_in();
    if (!came) {
      return tl::unexpected(came.error());
    }
    if (auto continued = continue_operations(); !continued) {
      return continued;
    }
    if (!*came) {
      offer_processor();
    }
  }
}

// Receiving.

/// Receives a message or a part of one. Returns true when the message is complete.
Result<bool> MpiTransport::take_in() {
  if (receive_ == MPI_REQUEST_NULL) {
    auto found = look();
    if (!found || !*found) {
      return found;
    }
  }
  return go_on_receiving();
}

/// Begins to receive a message that has arrived. Returns false if there is none.
Result<bool> MpiTransport::look() {
  int found = 0;
  int bytes = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  int code = MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, options_.group, &found, &message, &status);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot probe for messages");
  }
  if (found == 0) {
    return false;
  }
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  DPS_CHECK(static_cast<std::uint64_t>(bytes) <=
            largest_arrival_ + trailer_bytes());  // the sender's send() ensures this
  code = MPI_Imrecv(buffers_.incoming().data(), bytes, MPI_BYTE, &message, &receive_);
  return code == MPI_SUCCESS ? Result<bool>(true) : broken(code, "cannot receive");
}

/// True if the message has been received completely.
Result<bool> MpiTransport::go_on_receiving() {
  int done = 0;
  MPI_Status status;
  const int code = MPI_Test(&receive_, &done, &status);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot receive");
  }
  if (done != 0) {
    accept(status);
  }
  return done != 0;
}

void MpiTransport::accept(const MPI_Status& status) {
  polls_at_arrival_ = polls_in_vain_;
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  const std::uint64_t bytes = static_cast<std::uint64_t>(count) - trailer_bytes();
  Request request;
  if (options_.has_requests) {
    request =
        options_.known(decode_request(buffers_.incoming().subspan(bytes).first<kRequestBytes>()));
  }
  const MpiTag type = decode_tag(status.MPI_TAG);
  const bool of_this_run = type.odd_run == (run_ % 2 == 1);
  if (index(type.mid) >= options_.message_types) {
    ++unknown_type_;
  } else if (!queue_.push(
                 of_this_run ? run_ : run_ + 1,
                 {type.mid, process_of_[static_cast<std::size_t>(status.MPI_SOURCE)], bytes,
                  type.packed, type.xdr, options_.found_now(), !found_nothing_, request})) {
    ++other_run_;
  }
}

// Waiting.

Result<WaitOutcome> MpiTransport::wait(const WaitLimits& limits) {
  auto outcome = RemoteTransport::wait(limits);
  if (outcome && *outcome != WaitOutcome::kMessage) {
    if (auto withdrawn = withdraw(); !withdrawn) {
      return tl::unexpected(withdrawn.error());
    }
  }
  return outcome;
}

RemoteTransport::Pause MpiTransport::look_or_pause(const WaitLimits& limits) {
  const bool posts = largest_arrival_ <= kLargestPosted;
  const auto came = posts ? take_in_posted() : take_in_timed();
  if (!came) {
    return tl::unexpected(came.error());
  }
  if (auto continued = continue_operations(); !continued) {
    return tl::unexpected(continued.error());
  }
  if (*came || has_message()) {
    return std::nullopt;
  }
  found_nothing_ = true;
  return pause(limits);
}

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): go_on_receiving() tests it until it is done.
/// Uses the posted receive, and posts one if there is none. Returns true if a message has arrived.
Result<bool> MpiTransport::take_in_posted() {
  if (receive_ == MPI_REQUEST_NULL) {
    const std::span<std::byte> room = buffers_.incoming();
    const int code = MPI_Irecv(room.data(), static_cast<int>(room.size()), MPI_BYTE, MPI_ANY_SOURCE,
                               MPI_ANY_TAG, options_.group, &receive_);
    if (code != MPI_SUCCESS) {
      return broken(code, "cannot receive");
    }
  }
  return go_on_receiving();
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

/// Calls take_in(), and adds its duration to reading(). Returns true if a message or a part of one
/// has arrived.
Result<bool> MpiTransport::take_in_timed() {
  const Clock::time_point start = Clock::now();
  auto came = take_in();
  if (came && (*came || receive_ != MPI_REQUEST_NULL)) {
    reading_ += Clock::now() - start;
    came = true;
  }
  return came;
}

/// Cancels the posted receive. None is posted unless the process waits: not between runs, and not
/// when MPI is finalized. A message that has begun to arrive continues.
Result<void> MpiTransport::withdraw() {
  if (receive_ == MPI_REQUEST_NULL) {
    return {};
  }
  int done = 0;
  int cancelled = 0;
  MPI_Status status;
  MPI_Cancel(&receive_);
  const int code = MPI_Test(&receive_, &done, &status);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot receive");
  }
  if (done == 0) {
    return {};
  }
  MPI_Test_cancelled(&status, &cancelled);
  if (cancelled == 0) {
    accept(status);
  }
  return {};
}

/// Called when no message has arrived: checks the limits and yields the processor.
std::optional<WaitOutcome> MpiTransport::pause(const WaitLimits& limits) {
  if (limits.wake_fd >= 0) {  // the process is done: it only waits for late messages
    std::array<pollfd, 2> ends{{{limits.wake_fd, POLLIN, 0}, {stop_.fd, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), kMillisecond) > 0 && ends[0].revents != 0) {
      return WaitOutcome::kWoken;
    }
  } else if (may_sleep(limits)) {
    std::this_thread::sleep_for(kSleep);
  } else {
    offer_processor();
  }
  return has_passed(limits.until) ? std::optional(WaitOutcome::kDeadline) : std::nullopt;
}

/// If there are more processes than cores, MPI itself yields at every poll that finds nothing
/// (mpi_yield_when_idle); otherwise yielding now and then is enough.
void MpiTransport::offer_processor() {
  if (++polls_in_vain_ % kPollsBeforeYield == 0) {
    sched_yield();
  }
}

/// While operations are under way, MPI needs polls to carry them on.
bool MpiTransport::may_sleep(const WaitLimits& limits) const {
  return options_.shares_cores && polls_in_vain_ - polls_at_arrival_ > kPollsBeforeSleep &&
         !operations_.any_under_way() &&
         (!limits.until || *limits.until - Clock::now() > 2 * kSleep);
}

Arrival MpiTransport::take() {
  const Arrival arrival = queue_.pop();
  buffers_.unpack_body(arrival);
  return arrival;
}

std::vector<std::string> MpiTransport::remarks() const {
  std::vector<std::string> lines;
  add_forgotten(lines);
  for (const auto& [count, what] :
       {std::pair{unknown_type_, "dropped messages of an unknown type: "},
        std::pair{other_run_, "dropped messages of another run: "}}) {
    if (count > 0) {
      lines.push_back(what + format_count(count));
    }
  }
  return lines;
}

}  // namespace dps::transport
