#include "mpi_programs/library/prediction_session.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "mpi_programs/board/brief_wait.h"
#include "mpi_programs/board/reply_place.h"
#include "mpi_programs/library/calling_thread.h"
#include "mpi_programs/library/containers/item_list.h"
#include "mpi_programs/library/next.h"
#include "mpi_programs/library/predefined.h"

namespace dps::mpi_library {
namespace {

int board_socket = -1;
board::PredictionTerms terms;
alignas(board::Arena) unsigned char arena_memory[sizeof(board::Arena)];

/// The function whose request is being sent, or 0.
std::atomic<std::uint16_t> asking = 0;

/// The prediction has ended, and dps ends this process: a program that went on would do it in real
/// time. If dps and its guard have both been killed, the process ends itself.
[[noreturn]] void wait_for_end() {
  constexpr unsigned kTimeOfGuard = 5;  // seconds
  ssize_t got = 0;
  do {
    char ignored = 0;
    errno = 0;
    got = ::recv(board_socket, &ignored, sizeof(ignored), 0);
  } while (got > 0 || errno == EINTR);
  ::sleep(kTimeOfGuard);
  ::kill(::getpid(), SIGKILL);
  for (;;) {
    ::pause();
  }
}

bool send_all(board::BoardRequest& request, const int* ranks, std::size_t count) {
  iovec parts[2] = {{&request, sizeof(request)},
                    {const_cast<int*>(ranks), count * sizeof(int)}};  // NOLINT: it is read only
  msghdr head{};
  head.msg_iov = parts;
  head.msg_iovlen = count > 0 ? 2 : 1;
  ssize_t sent = -1;
  do {
    sent = ::sendmsg(board_socket, &head, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  return sent > 0;
}

board::ArenaHead* arena_head = nullptr;
board::Desk* desk = nullptr;
std::uint64_t ranks_of_world = 1;
std::uint32_t replies = 0;     // the replies that this rank has received
std::uint32_t unanswered = 0;  // requests without a reply since the last reply
constexpr std::uint32_t kMostUnanswered = 1024;
/// True while the socket may have requests that dps has not read; later requests have to follow
/// them.
bool is_socket_ahead = false;
std::int32_t operations = 0;  // the operations that this rank has begun
std::size_t freed = 0;        // receives whose completions will come
void (*fill_freed)(const board::Completion&) = nullptr;
int own_operations = 0;
int traffic = 0;  // the number of times that MPI continues operations that may be under way
std::uint32_t vain_tests = 0;  // tests of objects of MPI itself, since the last reply

/// The duration of a call.
struct KnownCall {
  board::RequestKind kind{};
  std::uint16_t function = kNoFunction;
  std::uint32_t communicator = 0;
  std::int32_t peer = 0;
  std::uint32_t flags = 0;
  std::uint64_t bytes = 0;
  board::ClockTicks time = 0;

  [[nodiscard]] bool is_of(const board::BoardRequest& request) const {
    return kind == request.kind && function == request.function &&
           communicator == request.communicator && peer == request.peer && flags == request.flags &&
           bytes == request.bytes;
  }
};
constexpr std::size_t kKnownCalls = 1024;
KnownCall known_calls[kKnownCalls];

KnownCall& place_of(const board::BoardRequest& request) {
  std::uint64_t mixed = request.bytes * 31 + static_cast<std::uint32_t>(request.peer);
  mixed = mixed * 31 + request.communicator;
  mixed = mixed * 31 + request.function;
  return known_calls[(mixed * 0x9e37'79b9'7f4a'7c15ULL) >> 54];
}
static_assert(kKnownCalls == 1U << (64 - 54));

/// Sends a request over the socket. Does not return if dps has gone.
void send(board::BoardRequest request, const std::int32_t* list = nullptr, std::size_t count = 0) {
  is_socket_ahead = true;
  if (!send_all(request, list, count)) {
    wait_for_end();
  }
}

/// Puts a request into the ring, and wakes dps if it sleeps. Returns false if the socket has to
/// take it.
bool put(board::BoardRequest request, const std::int32_t* list, std::size_t count) {
  if (desk == nullptr || is_socket_ahead || count > board::RequestRing::kMostListed) {
    return false;
  }
  request.listed = static_cast<std::uint16_t>(count);
  if (!desk->requests.put(request, list)) {
    return false;
  }
  // dps announces its sleep, then looks; so one of the two sees the other.
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (arena_head->dps_sleeps.load(std::memory_order_relaxed) != 0 &&
      arena_head->dps_sleeps.exchange(0) != 0) {
    board::BoardRequest look;
    look.kind = board::RequestKind::kLook;
    look.is_notification = 1;
    send_all(look, nullptr, 0);
  }
  return true;
}

void put_or_send(const board::BoardRequest& request, const std::int32_t* list, std::size_t count) {
  if (!put(request, list, count)) {
    send(request, list, count);
  }
}

/// Lets MPI continue operations that other ranks may need, until there is a reply or the time is
/// over: each call advances one by a step, and it may need a million of them. All ranks together
/// use about a core for it while they wait; more as long as ranks begin calls one after the other,
/// each of which may need this rank.
void help_others() {
  constexpr std::uint64_t kTime = 2'000'000;  // nanoseconds
  const std::uint64_t time = own_operations > 0 ? kTime / ranks_of_world : 0;
  std::uint32_t calls = arena_head->away_calls;
  std::uint64_t end = board::nanoseconds_now() + time;
  do {
    int flag = 0;
    DPS_NEXT(Iprobe)(MPI_ANY_SOURCE, MPI_ANY_TAG, predefined::self(), &flag, MPI_STATUS_IGNORE);
    ::sched_yield();
    if (const std::uint32_t begun = arena_head->away_calls; begun != calls) {
      calls = begun;
      end = board::nanoseconds_now() + time;
    }
  } while (!board::has_reply(desk->reply, replies) && board::nanoseconds_now() < end);
}

/// Lets MPI continue operations that other ranks may need, and ends the program if dps has gone.
void look_around() {
  pollfd watched{board_socket, POLLIN, 0};
  if (::poll(&watched, 1, 0) > 0 && (watched.revents & (POLLHUP | POLLERR)) != 0) {
    wait_for_end();
  }
  if (own_operations > 0 || traffic > 0) {
    traffic -= traffic > 0 ? 1 : 0;
    help_others();
  }
}

/// Looks for a reply for a short time, if few other ranks do.
void look_for_reply() {
  static board::BriefWait brief;
  if (arena_head->looking.fetch_add(1) < arena_head->most_looking) {
    brief.wait([] { return board::has_reply(desk->reply, replies); });
  }
  arena_head->looking.fetch_sub(1);
}

void wait_for_reply() {
  constexpr std::uint32_t kBrief = 1;  // milliseconds
  constexpr std::uint32_t kLong = 100;
  if (own_operations > 0) {
    help_others();
  } else {
    look_for_reply();
  }
  while (!board::has_reply(desk->reply, replies) &&
         !board::sleep_for_reply(desk->reply, replies,
                                 own_operations > 0 || traffic > 0 ? kBrief : kLong)) {
    look_around();
  }
  ++replies;
}

std::uint64_t completions_of(const board::BoardReply& reply) {
  return std::uint64_t{reply.count} + reply.freed;
}

/// Receives a reply and its completions over the socket; `completions` has room for `count` of
/// them.
board::BoardReply receive_long_reply(board::Completion* completions, std::size_t count) {
  board::BoardReply reply;
  iovec parts[2] = {{&reply, sizeof(reply)}, {completions, count * sizeof(board::Completion)}};
  msghdr head{};
  head.msg_iov = parts;
  head.msg_iovlen = count > 0 ? 2 : 1;
  ssize_t got = -1;
  do {
    got = ::recvmsg(board_socket, &head, 0);
  } while (got < 0 && errno == EINTR);
  const std::uint64_t size = sizeof(reply) + completions_of(reply) * sizeof(board::Completion);
  if (got < static_cast<ssize_t>(sizeof(reply)) || static_cast<std::uint64_t>(got) != size) {
    wait_for_end();
  }
  return reply;
}

board::BoardReply receive_reply(board::Completion* completions, std::size_t count) {
  wait_for_reply();
  if (desk->reply.is_in_socket != 0) {
    return receive_long_reply(completions, count);
  }
  const board::BoardReply reply = desk->reply.reply;
  if (completions_of(reply) > count || !board::has_room(completions_of(reply))) {
    wait_for_end();
  }
  std::copy_n(desk->reply.completions, completions_of(reply), completions);
  return reply;
}

/// Does the same if completions of freed receives may come, too, and fills their data.
board::BoardReply receive_with_freed(board::Completion* completions, std::size_t count) {
  ItemList<board::Completion> all(static_cast<int>(count + freed));
  if (all.get() == nullptr) {
    wait_for_end();
  }
  const board::BoardReply reply = receive_reply(all.get(), count + freed);
  if (reply.count > count || reply.freed > freed) {
    wait_for_end();
  }
  for (std::uint32_t i = 0; i < reply.count; ++i) {
    completions[i] = all.get()[i];
  }
  freed -= reply.freed;
  for (std::uint32_t i = 0; i < reply.freed; ++i) {
    fill_freed(all.get()[reply.count + i]);
  }
  return reply;
}

/// Only one thread at a time may be in MPI. If there is another one, the prediction ends.
class OneThread {
 public:
  explicit OneThread(board::BoardRequest request) {
    std::uint16_t other = 0;
    if (!asking.compare_exchange_strong(other, request.function)) {
      request.kind = board::RequestKind::kTwoThreads;
      request.other_function = other;
      send(request);  // the other thread may be at the ring
      wait_for_end();
    }
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;
  ~OneThread() { asking = 0; }
};

}  // namespace

void begin_prediction(int connection, const board::PredictionTerms& granted, int arena_file,
                      const board::Attach& self) {
  board_socket = connection;
  const auto ranks = static_cast<std::uint64_t>(self.size);
  void* memory = board::map_arena(arena_file, ranks, granted.area);
  if (memory == nullptr) {
    notify(request_of(board::RequestKind::kNoArena, kInit));
    wait_for_end();
  }
  const auto rank = static_cast<std::uint64_t>(self.rank);
  new (arena_memory) board::Arena(memory, board::desks_end(ranks) + rank * granted.area,
                                  granted.area, granted.room);
  ranks_of_world = ranks > 0 ? ranks : 1;
  arena_head = &board::head_of(memory);
  desk = &board::desk_of(memory, rank);
  // A reply may take any time.
  const timeval no_timeout{};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &no_timeout, sizeof(no_timeout));
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &no_timeout, sizeof(no_timeout));
  terms = granted;
  virtual_now = board::kVirtualOrigin;
  is_predicting = true;
}

void end_for(const board::BoardRequest& obstacle) {
  notify(obstacle);
  wait_for_end();
}

void end_prediction() {
  notify(request_of(board::RequestKind::kFinalize, kFinalize));
  is_predicting = false;
}

void leave_prediction() {
  is_predicting = false;
  board_socket = -1;
}

board::BoardRequest request_of(board::RequestKind kind, Function function) {
  board::BoardRequest request;
  request.kind = kind;
  request.function = function;
  request.clock = static_cast<std::int64_t>(virtual_now - board::kVirtualOrigin);
  return request;
}

void notify(board::BoardRequest request, const int* ranks, std::size_t count) {
  const OneThread only(request);
  put_or_send(request, ranks, count);
}

board::BoardReply query(board::BoardRequest request) {
  return query(request, nullptr, 0, nullptr);
}

board::BoardReply query(board::BoardRequest request, const std::int32_t* operations,
                        std::size_t count, board::Completion* completions) {
  return query(request, operations, count, completions, count);
}

bool is_on_network() {
  return (terms.network & board::NetworkTerm::kByMessages) != 0;
}

bool takes_turns() {
  return (terms.network & board::NetworkTerm::kTakesTurns) != 0;
}

void await_turn(Function function) {
  if (takes_turns()) {
    query(request_of(board::RequestKind::kTurn, function));
  }
}

board::BoardReply query(board::BoardRequest request, const std::int32_t* list, std::size_t count,
                        board::Completion* completions, std::size_t room) {
  const OneThread only(request);
  request.is_notification = 0;
  put_or_send(request, list, count);
  const board::BoardReply reply =
      freed == 0 ? receive_reply(completions, room) : receive_with_freed(completions, room);
  virtual_now = static_cast<board::ClockTicks>(reply.clock) + board::kVirtualOrigin;
  is_socket_ahead = false;
  unanswered = 0;
  vain_tests = 0;
  return reply;
}

std::int32_t next_operation() {
  return ++operations;
}

namespace {

/// Sends the request without waiting, unless this rank is far ahead: then a reply holds it back, so
/// that such requests do not fill the memory.
bool may_tell(board::BoardRequest request) {
  constexpr std::uint64_t kPart = 16;  // of the room, for the data of messages
  if (unanswered == kMostUnanswered || arena().used() >= terms.room / kPart) {
    return false;
  }
  const OneThread only(request);
  request.is_notification = 1;
  if (is_socket_ahead) {
    send(request);
  } else if (!desk->requests.put(request)) {
    return false;
  }
  ++unanswered;
  return true;
}

}  // namespace

void begin(board::BoardRequest request) {
  KnownCall& known = place_of(request);
  if (known.is_of(request)) {
    if (may_tell(request)) {
      virtual_now += known.time;
    } else {
      query(request);
    }
    return;
  }
  const board::ClockTicks before = virtual_now;
  if (query(request).repeats != 0) {
    known = {request.kind,  request.function, request.communicator, request.peer,
             request.flags, request.bytes,    virtual_now - before};
  }
}

void await_freed(void (*fill)(const board::Completion&)) {
  fill_freed = fill;
  ++freed;
}

void begin_own_operation() {
  ++own_operations;
}

void end_own_operation() {
  --own_operations;
}

void note_traffic() {
  constexpr int kEnough = 10;  // for the rest of an operation
  traffic = kEnough;
}

AwayCall::AwayCall(Function function) : function_(function), begin_(board::nanoseconds_now()) {
  notify(request_of(board::RequestKind::kAway, function_));
  arena_head->away_calls.fetch_add(1);
}

AwayCall::~AwayCall() {
  constexpr std::uint64_t kPicoseconds = 1000;  // of a nanosecond
  const std::uint64_t time = board::nanoseconds_now() - begin_;
  if (terms.computing == board::Computing::kMeasured &&
      kFunctionTable[function_].of == CallClass::kFile) {
    virtual_now += time * kPicoseconds;
  }
  board::BoardRequest back = request_of(board::RequestKind::kBack, function_);
  back.bytes = time;
  query(back);  // on a network, virtual time has advanced meanwhile
}

void note_vain_test(Function function) {
  constexpr std::uint32_t kMostInARow = 64;
  constexpr timespec kTime{0, 50'000};  // dps needs as long to wake up
  if (++vain_tests % kMostInARow == 0) {
    const AwayCall away(function);
    ::nanosleep(&kTime, nullptr);
  }
}

board::Arena& arena() {
  return *std::launder(reinterpret_cast<board::Arena*>(arena_memory));
}

int most_threads(int required) {
  const char* variable = std::getenv(board::kVariable);
  const bool predicts = variable != nullptr &&
                        std::string_view(variable).substr(0, board::kPredictionPrefix.size()) ==
                            board::kPredictionPrefix;
  return predicts && required > MPI_THREAD_SERIALIZED ? MPI_THREAD_SERIALIZED : required;
}

}  // namespace dps::mpi_library
