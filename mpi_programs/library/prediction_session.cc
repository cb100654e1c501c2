#include "mpi_programs/library/prediction_session.h"

#include <atomic>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>
#include <string_view>

#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include "mpi_programs/library/calling_thread.h"
#include "mpi_programs/library/next.h"

namespace dps::mpi_library {
namespace {

int board_socket = -1;
board::PredictionTerms terms;
std::uint64_t computed = 0;
alignas(board::Arena) unsigned char arena_memory[sizeof(board::Arena)];

/// CPU time of this thread at the end of its last call; 0: it has made none.
constinit thread_local std::uint64_t computes_since __attribute__((tls_model("initial-exec"))) = 0;
std::uint64_t time_of_reading = 0;

/// Of this thread, nanoseconds.
std::uint64_t cpu_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
         static_cast<std::uint64_t>(now.tv_nsec);
}

/// The least time between two readings of the clock.
std::uint64_t measured_reading() {
  constexpr int kReadings = 100;
  std::uint64_t least = ~std::uint64_t{0};
  for (int i = 0; i < kReadings; ++i) {
    const std::uint64_t before = cpu_time();
    const std::uint64_t time = cpu_time() - before;
    least = time < least ? time : least;
  }
  return least;
}

void advance(double picoseconds) {
  constexpr double kMostPicoseconds = 4e18;
  const auto ticks = static_cast<board::ClockTicks>(
      std::llround(picoseconds < kMostPicoseconds ? picoseconds : kMostPicoseconds));
  virtual_now += ticks;
  computed += ticks;
}

/// The function that is in ask(), of which there may be one at a time.
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

bool send_all(board::Request& request, const int* ranks, std::size_t count) {
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

/// Functions that a prediction passes on although their class is not local.
constexpr bool is_passed(Function function) {
  switch (function) {
    case kAbort:
    case kBuffer_attach:
    case kBuffer_detach:
      return true;
    default:
      return false;
  }
}

constexpr bool is_modelled(Function function) {
  switch (function) {
    case kSend:
    case kBsend:
    case kSsend:
    case kRsend:
    case kRecv:
    case kSendrecv:
    case kSendrecv_replace:
    case kIsend:
    case kIbsend:
    case kIssend:
    case kIrsend:
    case kIrecv:
    case kProbe:
    case kIprobe:
    case kWait:
    case kWaitall:
    case kWaitany:
    case kWaitsome:
    case kTest:
    case kTestall:
    case kTestany:
    case kTestsome:
      return true;
    case kComm_idup:
      return false;
    default:
      break;
  }
  const FunctionRow& row = kFunctionTable[function];
  if (row.name.substr(0, 13) == "MPI_Neighbor_") {
    return false;
  }
  const bool waits =
      row.name.substr(4, 1) != "I" || function == kIntercomm_create || function == kIntercomm_merge;
  return (row.of == FunctionClass::kCollective && waits) ||
         row.of == FunctionClass::kCommunicator || row.of == FunctionClass::kLocal ||
         row.of == FunctionClass::kClock;
}

}  // namespace

void begin_prediction(int connection, const board::PredictionTerms& granted, int arena_file,
                      const board::Attach& self) {
  board_socket = connection;
  const auto ranks = static_cast<std::uint64_t>(self.size);
  void* memory = board::map_arena(arena_file, ranks, granted.area);
  if (memory == nullptr) {
    tell(request_of(board::RequestKind::kNoArena, kInit));
    wait_for_end();
  }
  new (arena_memory)
      board::Arena(memory, static_cast<std::uint64_t>(self.rank), granted.area, granted.room);
  // A reply may take any time.
  const timeval no_timeout{};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &no_timeout, sizeof(no_timeout));
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &no_timeout, sizeof(no_timeout));
  terms = granted;
  virtual_now = board::kVirtualOrigin;
  is_predicting = true;
  if (terms.computing == board::Computing::kMeasured) {
    time_of_reading = measured_reading();
    begin_computing();
  }
}

void end_computing() {
  if (terms.computing != board::Computing::kMeasured || computes_since == 0) {
    return;
  }
  constexpr double kPicoseconds = 1000;  // of a nanosecond
  const std::uint64_t time = cpu_time() - computes_since;
  if (time > time_of_reading) {
    advance(static_cast<double>(time - time_of_reading) * kPicoseconds * terms.ratio);
  }
}

void begin_computing() {
  if (terms.computing == board::Computing::kMeasured) {
    computes_since = cpu_time();
  }
}

void end_prediction() {
  tell(request_of(board::RequestKind::kFinalize, kFinalize));
  is_predicting = false;
}

void leave_prediction() {
  is_predicting = false;
  board_socket = -1;
}

std::uint64_t computed_time() {
  return computed;
}

board::Request request_of(board::RequestKind kind, Function function) {
  board::Request request;
  request.kind = kind;
  request.function = function;
  request.clock = static_cast<std::int64_t>(virtual_now - board::kVirtualOrigin);
  return request;
}

void tell(board::Request request, const int* ranks, std::size_t count) {
  if (!send_all(request, ranks, count)) {
    wait_for_end();
  }
}

board::Reply ask(board::Request request) {
  return ask(request, nullptr, 0, nullptr);
}

board::Reply ask(board::Request request, const std::int32_t* operations, std::size_t count,
                 board::Completion* completions) {
  std::uint16_t other = 0;
  if (!asking.compare_exchange_strong(other, request.function)) {
    request.kind = board::RequestKind::kTwoThreads;
    request.other_function = other;
    tell(request);
    wait_for_end();
  }
  tell(request, operations, count);
  board::Reply reply;
  iovec parts[2] = {{&reply, sizeof(reply)}, {completions, count * sizeof(board::Completion)}};
  msghdr head{};
  head.msg_iov = parts;
  head.msg_iovlen = count > 0 ? 2 : 1;
  ssize_t got = -1;
  do {
    got = ::recvmsg(board_socket, &head, 0);
  } while (got < 0 && errno == EINTR);
  if (got < static_cast<ssize_t>(sizeof(reply)) || reply.count > count) {
    wait_for_end();
  }
  virtual_now = static_cast<board::ClockTicks>(reply.clock) + board::kVirtualOrigin;
  asking = 0;
  return reply;
}

void check_predictable(Function function, bool is_outermost) {
  if (is_outermost && !is_modelled(function) && !is_passed(function)) {
    tell(request_of(board::RequestKind::kUnsupported, function));
    wait_for_end();
  }
}

double virtual_wtime() {
  constexpr double kPerSecond = 1e12;
  end_computing();
  const auto now = static_cast<double>(virtual_now - board::kVirtualOrigin) / kPerSecond;
  virtual_now += static_cast<board::ClockTicks>(terms.wtime);
  begin_computing();
  return now;
}

void compute_steps(double steps) {
  if (terms.computing != board::Computing::kAnnotated || !(steps > 0)) {
    return;
  }
  advance(steps * static_cast<double>(terms.step));
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
