#include "mpi_programs/library/pieces.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "mpi_programs/board/piece.h"

namespace dps::mpi_library {
namespace {

constexpr long kPeriod = 200'000'000;  // nanoseconds between two rounds
constexpr int kRoundsOfHeader = 5;     // the header is sent at least once in so many rounds
constexpr int kConnectTime = 2'000;    // milliseconds
constexpr std::size_t kRecordsRead = 1024;
constexpr std::size_t kMostIncomplete = 4096;

/// The part of a log that has been sent.
struct SentLog {
  const CallingThread* thread = nullptr;
  std::uint64_t sent = 0;           ///< records sent, from the first on
  std::uint64_t count = 0;          ///< records in the log when its header was sent
  int rounds = 0;                   ///< rounds since then
  std::uint64_t contents_left = 0;  ///< bytes left of the last special record
  std::uint64_t last_call = 0;      ///< the last of these records that is not special
  /// Records that were sent while their calls or requests were not complete.
  std::array<std::uint64_t, kMostIncomplete> incomplete{};
  std::size_t incomplete_count = 0;
  SentLog* next = nullptr;
};

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t end = PTHREAD_COND_INITIALIZER;
int connection = -1;
bool has_ended = false;
bool is_announced = false;
board::PieceHello hello;
const CallingThread* first_thread = nullptr;
SentLog* logs = nullptr;

/// A copy of DPS_BOARD, since the program may change its environment.
std::array<char, 1024> board_text{};

/// The fields of DPS_BOARD behind the name: port, secret, addresses.
class BoardFields {
 public:
  BoardFields() : rest_(board_text.data()) { next(); }
  /// The next field; empty behind the last one.
  std::string_view next() {
    const std::size_t size = std::min(rest_.find(';'), rest_.size());
    const std::string_view field = rest_.substr(0, size);
    rest_.remove_prefix(std::min(size + 1, rest_.size()));
    return field;
  }

 private:
  std::string_view rest_;
};

/// Copies a field, which fits or is cut, with a NUL byte behind it.
template <std::size_t kSize>
std::array<char, kSize> copy_of(std::string_view field) {
  std::array<char, kSize> copy{};
  std::copy_n(field.begin(), std::min(field.size(), kSize - 1), copy.begin());
  return copy;
}

int connect_within(const sockaddr_in& address) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (socket < 0) {
    return -1;
  }
  static_cast<void>(::connect(socket, reinterpret_cast<const sockaddr*>(&address),
                              sizeof(address)));  // its end is polled for
  pollfd watched{socket, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof(error);
  if (::poll(&watched, 1, kConnectTime) == 1 &&
      ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0) {
    ::fcntl(socket, F_SETFL, ::fcntl(socket, F_GETFL) & ~O_NONBLOCK);
    const timeval timeout{5, 0};
    ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
    return socket;
  }
  ::close(socket);
  return -1;
}

int connect_to_dps(BoardFields& place, int port) {
  for (auto field = place.next(); !field.empty(); field = place.next()) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    const auto text = copy_of<64>(field);
    if (::inet_pton(AF_INET, text.data(), &address.sin_addr) != 1) {
      continue;
    }
    if (const int made = connect_within(address); made >= 0) {
      return made;
    }
  }
  return -1;
}

bool send_bytes(const void* bytes, std::size_t size) {
  const char* from = static_cast<const char*>(bytes);
  while (size > 0) {
    const ssize_t sent = ::send(connection, from, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) {
      continue;
    }
    if (sent <= 0) {
      return false;
    }
    from += sent;
    size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool send_piece(const board::PieceHead& head, const void* contents) {
  return send_bytes(&head, sizeof(head)) && send_bytes(contents, head.size);
}

bool send_log_bytes(const SentLog& log, std::uint64_t offset, const void* bytes,
                    std::uint64_t size) {
  return send_piece({board::PieceKind::kBytes, log.thread->number, offset, size}, bytes);
}

std::uint64_t offset_of(std::uint64_t record) {
  return board::kHeaderBytes + record * board::kRecordBytes;
}

/// Records of the log from `first` on; returns how many.
std::uint64_t read_records(const SentLog& log, std::uint64_t first, std::uint64_t count,
                           CallRecord* to) {
  const ssize_t got = ::pread(log.thread->log.descriptor(), to, count * board::kRecordBytes,
                              static_cast<off_t>(offset_of(first)));
  return got > 0 ? static_cast<std::uint64_t>(got) / board::kRecordBytes : 0;
}

/// A record of polls grows until another call follows.
bool is_incomplete(const CallRecord& record, bool is_last) {
  return !record.is_special() && (is_last || record.end == 0 || record.has(CallFlag::kPending));
}

/// Sends the records again that were not complete, and drops those that are complete now.
bool send_completed(SentLog& log) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < log.incomplete_count; ++i) {
    CallRecord record{};
    const std::uint64_t at = log.incomplete[i];
    if (read_records(log, at, 1, &record) != 1 ||
        !send_log_bytes(log, offset_of(at), &record, sizeof(record))) {
      return false;
    }
    if (is_incomplete(record, at == log.last_call)) {
      log.incomplete[kept++] = at;
    }
  }
  log.incomplete_count = kept;
  return true;
}

/// Sends the records from `log.sent` on that are there. A special record counts with its contents;
/// without the function, the record is still being written.
bool send_new(SentLog& log) {
  static std::array<CallRecord, kRecordsRead> records;
  for (;;) {
    const std::uint64_t count = log.thread->log.count();
    if (count <= log.sent) {
      return true;
    }
    const std::uint64_t got = read_records(
        log, log.sent, std::min<std::uint64_t>(count - log.sent, kRecordsRead), records.data());
    std::uint64_t done = 0;
    while (done < got && (log.contents_left > 0 || records[done].function != 0)) {
      if (log.contents_left > 0) {
        const std::uint64_t part = std::min(log.contents_left, got - done);
        log.contents_left -= part;
        done += part;
        continue;
      }
      const CallRecord& record = records[done];
      if (!record.is_special()) {
        log.last_call = log.sent + done;
      }
      if (is_incomplete(record, record.has(CallFlag::kPolls) || log.sent + done + 1 == count) &&
          log.incomplete_count < kMostIncomplete) {
        log.incomplete[log.incomplete_count++] = log.sent + done;
      }
      log.contents_left = record.is_special() ? record.link : 0;
      ++done;
    }
    if (done == 0) {
      return true;
    }
    if (!send_log_bytes(log, offset_of(log.sent), records.data(), done * board::kRecordBytes)) {
      return false;
    }
    log.sent += done;
  }
}

/// Sends a copy of the header with a present instant, by which dps reads the clock.
bool send_header(SentLog& log) {
  const std::uint64_t count = log.thread->log.count();
  if (log.rounds++ > 0 && count == log.count && log.rounds < kRoundsOfHeader) {
    return true;
  }
  log.rounds = 1;
  log.count = count;
  board::LogHeader copy = log.thread->log.header();
  copy.latest = board::clock_pair(copy.clock);
  return send_log_bytes(log, 0, &copy, sizeof(copy));
}

SentLog* log_of(const CallingThread* thread) {
  SentLog** place = &logs;
  while (*place != nullptr) {
    if ((*place)->thread == thread) {
      return *place;
    }
    place = &(*place)->next;
  }
  void* memory = std::calloc(1, sizeof(SentLog));
  if (memory != nullptr) {
    *place = static_cast<SentLog*>(memory);
    (*place)->thread = thread;
  }
  return *place;
}

void send_all() {
  for (const CallingThread* thread = first_thread; thread != nullptr && connection >= 0;
       thread = thread->next) {
    SentLog* log = log_of(thread);
    if (log == nullptr || !send_completed(*log) || !send_new(*log) || !send_header(*log)) {
      ::close(connection);
      connection = -1;
    }
  }
}

timespec next_round() {
  timespec at{};
  ::clock_gettime(CLOCK_MONOTONIC, &at);
  at.tv_nsec += kPeriod;
  at.tv_sec += at.tv_nsec / 1'000'000'000;
  at.tv_nsec %= 1'000'000'000;
  return at;
}

void* run(void* /*argument*/) {
  BoardFields place;
  const auto port = copy_of<16>(place.next());
  const std::string_view secret = place.next();
  if (secret.size() != board::kSecretSize) {
    return nullptr;
  }
  std::copy(secret.begin(), secret.end(), hello.secret.begin());
  const int made = connect_to_dps(place, std::atoi(port.data()));
  ::pthread_mutex_lock(&lock);
  connection = made;
  if (connection >= 0 && !send_piece({board::PieceKind::kHello, 0, 0, sizeof(hello)}, &hello)) {
    ::close(connection);
    connection = -1;
  }
  while (!has_ended && connection >= 0) {
    send_all();
    const timespec until = next_round();
    ::pthread_cond_clockwait(&end, &lock, CLOCK_MONOTONIC, &until);
  }
  if (connection >= 0) {
    send_piece({board::PieceKind::kFinalizes, 0, 0, 0}, nullptr);
    ::close(connection);
    connection = -1;
  }
  ::pthread_mutex_unlock(&lock);
  return nullptr;
}

}  // namespace

bool has_piece_place() {
  const char* text = std::getenv(board::kVariable);
  return text != nullptr && std::strchr(text, ';') != nullptr;
}

void announce_rank(const board::Attach& self) {
  const char* text = std::getenv(board::kVariable);
  if (text == nullptr || std::strlen(text) >= board_text.size()) {
    return;
  }
  std::memcpy(board_text.data(), text, std::strlen(text) + 1);
  hello.self = self;
  sigset_t all;
  sigset_t before;
  pthread_t thread{};
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the program's own threads
  if (::pthread_create(&thread, nullptr, &run, nullptr) == 0) {
    ::pthread_detach(thread);
    is_announced = true;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void start_pieces(const board::Attach& self, const CallingThread* first) {
  ::pthread_mutex_lock(&lock);
  first_thread = first;
  ::pthread_mutex_unlock(&lock);
  if (!is_announced) {
    announce_rank(self);
  }
}

void send_pieces_now() {
  ::pthread_mutex_lock(&lock);
  send_all();
  ::pthread_mutex_unlock(&lock);
}

void end_pieces() {
  ::pthread_mutex_lock(&lock);
  has_ended = true;
  ::pthread_cond_signal(&end);
  ::pthread_mutex_unlock(&lock);
}

/// A program may end by exit() without MPI_Finalize.
__attribute__((destructor)) static void send_last_pieces() {
  if (connection >= 0) {
    send_pieces_now();
  }
}

void leave_pieces() {
  if (connection >= 0) {
    ::close(connection);
  }
  connection = -1;
  first_thread = nullptr;
}

}  // namespace dps::mpi_library
