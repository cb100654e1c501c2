#include "transport/mpi/mpi_transport.h"

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>

#include "base/check.h"
#include "base/units.h"
#include "transport/mpi/world.h"

namespace dps::transport {
namespace {

/// Up to here a body is received by one call: it has arrived with its header.
constexpr std::uint64_t kReceivedAtOnce = 4 << 10;
constexpr std::uint32_t kPollsBeforeYield = 64;
constexpr int kMillisecond = 1;
constexpr int kNobody = -1;

bool has_passed(const std::optional<std::chrono::steady_clock::time_point>& until) {
  return until && std::chrono::steady_clock::now() >= *until;
}

int largest_tag(MPI_Comm group) {
  void* value = nullptr;
  int found = 0;
  MPI_Comm_get_attr(group, MPI_TAG_UB, &value, &found);
  return found != 0 ? *static_cast<int*>(value) : 32767;  // Source: MPI 3.1, 8.1.2
}

/// The messages of a warm-up: a byte to and from every peer.
class WarmUp {
 public:
  explicit WarmUp(const std::vector<int>& ranks, MPI_Comm group)
      : bytes_(2 * ranks.size()), requests_(2 * ranks.size(), MPI_REQUEST_NULL) {
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      MPI_Irecv(&bytes_[2 * i], 1, MPI_BYTE, ranks[i], 0, group, &requests_[2 * i]);
    }
    for (std::size_t i = 0; i < ranks.size(); ++i) {
      MPI_Isend(&bytes_[2 * i + 1], 1, MPI_BYTE, ranks[i], 0, group, &requests_[2 * i + 1]);
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

  /// The position of the first peer with which the exchange has not ended.
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
  std::vector<std::byte> bytes_;
  std::vector<MPI_Request> requests_;
};

}  // namespace

MpiTransport::MpiTransport(MpiOptions options, const StopSignal& stop)
    : options_(std::move(options)), stop_(stop) {
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
    rank_of_.resize(std::max(rank_of_.size(), index(peer.process) + std::size_t{1}), kNobody);
    rank_of_[index(peer.process)] = static_cast<int>(peer.port);
    process_of_[peer.port] = peer.process;
    warmed.push_back(static_cast<int>(peer.port));
  }
  WarmUp warm_up(warmed, options_.warm_up);
  while (true) {
    const auto done = warm_up.done();
    if (!done) {
      return with_context(done.error(), "cannot reach the other processes");
    }
    if (*done) {
      return {};
    }
    if (stop_.stopped()) {
      return failure(ErrorCode::kInterrupted, "asked to stop");
    }
    if (Clock::now() >= deadline) {
      const Peer& missing = peers[warm_up.first_missing()];
      return failure(ErrorCode::kTimeout,
                     fmt::format("no message could be exchanged with '{}' in time: it has not come "
                                 "so far, or MPI has no way to its host",
                                 options_.name(missing.process)));
    }
    sched_yield();
  }
}

Result<void> MpiTransport::prepare(std::span<const Letter> letters, std::uint64_t largest_arrival) {
  std::uint64_t largest = largest_arrival;
  const int tag_limit = largest_tag(options_.group);
  for (const Letter& letter : letters) {
    largest = std::max(largest, letter.bytes);
    if (encode(MpiTag{letter.mid, true, true, true}) > static_cast<std::uint64_t>(tag_limit)) {
      return failure(ErrorCode::kLimit,
                     fmt::format("message type {} is one too many for this MPI, whose largest tag "
                                 "is {} (MPI_TAG_UB): it has room for {} types",
                                 index(letter.mid), tag_limit,
                                 (static_cast<std::uint64_t>(tag_limit) + 1) / kTagsOfAType));
    }
  }
  if (largest > options_.max_message) {
    const bool by_mpi = options_.max_message == kMpiLargestBody;
    return failure(ErrorCode::kLimit, "a message of " + format_size(largest) + " is larger than " +
                                          format_size(options_.max_message) +
                                          ", which is the limit" +
                                          (by_mpi ? " over MPI" : "; --max-message raises it"));
  }
  largest_arrival_ = largest_arrival;
  return buffers_.prepare(letters, largest_arrival, 0);
}

void MpiTransport::begin_run(std::uint32_t run) {
  run_ = run;
  forgotten_ += queue_.begin_run(run);
}

tl::unexpected<Error> MpiTransport::broken(int code, const char* what) const {
  return failure(ErrorCode::kSystem, std::string(what) + ": " + mpi_text(code));
}

// Sending.

// NOLINTBEGIN(clang-analyzer-optin.mpi.MPI-Checker): complete() tests it until it is done.
Result<void> MpiTransport::send(ProcessId to, const Letter& letter) {
  if (stop_.stopped()) {
    return failure(ErrorCode::kInterrupted, "asked to stop");
  }
  buffers_.pack_body(letter);
  if (to == options_.self) {
    const bool kept = queue_.push(run_, {letter.mid, to, letter.bytes, letter.packed, letter.xdr});
    DPS_CHECK(kept);
    return {};
  }
  DPS_CHECK(index(to) < rank_of_.size() && rank_of_[index(to)] != kNobody);
  const std::span<std::byte> body = buffers_.outgoing(letter.bytes);
  const auto tag = encode(MpiTag{letter.mid, letter.packed, letter.xdr, run_ % 2 == 1});
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = MPI_Isend(body.data(), static_cast<int>(body.size()), MPI_BYTE,
                             rank_of_[index(to)], static_cast<int>(tag), options_.group, &request);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot send");
  }
  return complete(request, to);
}
// NOLINTEND(clang-analyzer-optin.mpi.MPI-Checker)

/// Until MPI has the whole message; what arrives meanwhile is taken in.
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
    if (stop_.stopped()) {
      MPI_Request_free(&request);  // the body stays where it is until this process ends
      return failure(ErrorCode::kInterrupted,
                     "asked to stop while sending to '" + options_.name(to) + "'");
    }
    const auto came = take_in();
    if (!came) {
      return tl::unexpected(came.error());
    }
    if (!*came) {
      offer_processor();
    }
  }
}

// Taking in.

Result<bool> MpiTransport::take_in() {
  if (incoming_) {
    return go_on_receiving();
  }
  int found = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  const int code =
      MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, options_.group, &found, &message, &status);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot look for messages");
  }
  return found != 0 ? receive(message, status) : false;
}

Result<bool> MpiTransport::receive(MPI_Message message, const MPI_Status& status) {
  const std::span<std::byte> room = buffers_.incoming();
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  const auto bytes = static_cast<std::uint64_t>(count);
  if (bytes > room.size()) {
    return receive_oversized(message, count);
  }
  if (bytes > kReceivedAtOnce) {
    incoming_ = Incoming{MPI_REQUEST_NULL, status.MPI_SOURCE, status.MPI_TAG, bytes};
    const int code = MPI_Imrecv(room.data(), count, MPI_BYTE, &message, &incoming_->request);
    return code == MPI_SUCCESS ? go_on_receiving() : broken(code, "cannot receive");
  }
  const int code = MPI_Mrecv(room.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot receive");
  }
  accept(status.MPI_SOURCE, status.MPI_TAG, bytes);
  return true;
}

/// Whole, to be dropped: cut short it makes Open MPI 4.1 crash.
Result<bool> MpiTransport::receive_oversized(MPI_Message message, int bytes) {
  const std::unique_ptr<std::byte[]> room(new (std::nothrow)
                                              std::byte[static_cast<std::size_t>(bytes)]);
  if (!room) {
    return failure(ErrorCode::kLimit, "not enough memory for a message that is too large");
  }
  const int code = MPI_Mrecv(room.get(), bytes, MPI_BYTE, &message, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot receive");
  }
  ++oversized_;
  return true;
}

Result<bool> MpiTransport::go_on_receiving() {
  int done = 0;
  const int code = MPI_Test(&incoming_->request, &done, MPI_STATUS_IGNORE);
  if (code != MPI_SUCCESS) {
    return broken(code, "cannot receive");
  }
  if (done != 0) {
    const Incoming whole = *std::exchange(incoming_, std::nullopt);
    accept(whole.from, whole.tag, whole.bytes);
  }
  return done != 0;
}

void MpiTransport::accept(int from, int tag, std::uint64_t bytes) {
  const MpiTag type = decode_tag(tag);
  const bool of_this_run = type.odd_run == (run_ % 2 == 1);
  if (index(type.mid) >= options_.message_types) {
    ++unknown_type_;
  } else if (bytes > largest_arrival_) {
    ++oversized_;
  } else if (!queue_.push(of_this_run ? run_ : run_ + 1,
                          {type.mid, process_of_[static_cast<std::size_t>(from)], bytes,
                           type.packed, type.xdr})) {
    ++other_run_;
  }
}

// Waiting.

Result<WaitOutcome> MpiTransport::wait(const WaitLimits& limits) {
  while (true) {
    if (stop_.stopped()) {
      return WaitOutcome::kInterrupted;
    }
    if (!queue_.empty()) {
      return WaitOutcome::kMessage;
    }
    const Clock::time_point start = Clock::now();
    const auto came = take_in();
    if (!came) {
      return tl::unexpected(came.error());
    }
    if (*came || incoming_) {
      reading_ += Clock::now() - start;
    } else if (const auto outcome = pause(limits)) {
      return *outcome;
    }
  }
}

/// Nothing has come: the limits, and a moment for others.
std::optional<WaitOutcome> MpiTransport::pause(const WaitLimits& limits) {
  if (limits.wake_fd >= 0) {  // a process that is done: late messages are in no hurry
    std::array<pollfd, 2> ends{{{limits.wake_fd, POLLIN, 0}, {stop_.fd, POLLIN, 0}}};
    if (poll(ends.data(), ends.size(), kMillisecond) > 0 && ends[0].revents != 0) {
      return WaitOutcome::kWoken;
    }
  } else {
    offer_processor();
  }
  return has_passed(limits.until) ? std::optional(WaitOutcome::kDeadline) : std::nullopt;
}

/// Where there are more processes than cores MPI itself yields at every poll in vain
/// (mpi_yield_when_idle); elsewhere now and then is enough.
void MpiTransport::offer_processor() {
  if (++polls_in_vain_ % kPollsBeforeYield == 0) {
    sched_yield();
  }
}

Arrival MpiTransport::take() {
  const Arrival arrival = queue_.pop();
  buffers_.unpack_body(arrival);
  return arrival;
}

std::vector<std::string> MpiTransport::remarks() const {
  std::vector<std::string> lines;
  for (const auto& [count, what] :
       {std::pair{forgotten_, "messages not taken when the next run began: "},
        std::pair{unknown_type_, "dropped messages of an unknown type: "},
        std::pair{oversized_, "dropped messages that were too large: "},
        std::pair{other_run_, "dropped messages of another run: "}}) {
    if (count > 0) {
      lines.push_back(what + format_count(count));
    }
  }
  return lines;
}

}  // namespace dps::transport
