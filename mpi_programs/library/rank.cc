#include "mpi_programs/library/rank.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock_name.h"
#include "mpi_programs/board/messages.h"
#include "mpi_programs/library/call.h"
#include "mpi_programs/library/communicators.h"
#include "mpi_programs/library/computing.h"
#include "mpi_programs/library/pieces.h"
#include "mpi_programs/library/predefined.h"
#include "mpi_programs/library/prediction_session.h"
#include "mpi_programs/library/sampling.h"
#include "mpi_programs/library/team.h"

namespace dps::mpi_library {
namespace {

constexpr const char* kKnownMpi = "Open MPI v4.1";
constexpr int kGrantTimeout = 5;                 // seconds
constexpr std::uint64_t kLeastSpan = 2'000'000;  // nanoseconds; see board::LogReader
/// No MPI has a longer text of its version (MPICH: 8192), whatever mpi.h has.
constexpr std::size_t kLongestVersion = 16'384;

int connection = -1;
bool is_remote = false;
RecordingTerms recording_terms;
std::atomic<std::uint32_t> threads = 0;
CallingThread* first_thread = nullptr;
CallingThread* last_thread = nullptr;
/// Guards the lists of threads. It is needed at any level of threads: a thread may end while
/// another one calls MPI.
pthread_mutex_t threads_lock = PTHREAD_MUTEX_INITIALIZER;
CallingThread* free_threads = nullptr;
pthread_key_t end_of_thread{};  // its destructor is called when a thread ends
bool knows_ends = false;
rusage usage_at_begin{};

/// Copies the first line.
template <std::size_t kSize>
void copy_line(const char* from, std::array<char, kSize>& to) {
  const std::size_t size = std::min(std::strcspn(from, "\n"), kSize - 1);
  std::memcpy(to.data(), from, size);
  to[size] = '\0';
}

void describe(board::Attach& message) {
  static_assert(kLongestVersion > MPI_MAX_LIBRARY_VERSION_STRING);
  std::array<char, kLongestVersion> version{};
  int size = 0;
  DPS_NEXT(Get_library_version)(version.data(), &size);
  version.back() = '\0';
  std::size_t end = std::strcspn(version.data(), ",\n");  // "Open MPI v4.1.4, package: …"
  version[end] = '\0';
  copy_line(version.data(), message.mpi);
  ::gethostname(message.host.data(), message.host.size() - 1);
  if (const char* world = std::getenv("PMIX_NAMESPACE")) {
    copy_line(world, message.world);
  }
  write_clock_name(message.clock);
}

int connect_to_board() {
  const char* name = std::getenv(board::kVariable);
  return name != nullptr ? board::connect_to(board::name_in(name)).release() : -1;
}

/// Reports the loaded MPI to dps if it is not supported; returns true then.
bool report_unknown_mpi() {
  board::Attach message;
  describe(message);
  if (std::strncmp(message.mpi.data(), kKnownMpi, std::strlen(kKnownMpi)) == 0) {
    return false;
  }
  message.kind = board::MessageKind::kForeign;
  if (const int board = connect_to_board(); board >= 0) {
    board::send_message(board, message, -1);
    ::close(board);
  }
  return true;
}

/// Returns false if the logs would take more than half of the files that the program may open.
bool leaves_descriptors(int descriptor) {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
         static_cast<rlim_t>(descriptor) < limit.rlim_cur / 2;
}

/// Makes a thread and its log, which is sent to dps on its host.
CallingThread* make_thread(const board::Attach& message) {
  void* memory = std::malloc(sizeof(CallingThread));
  if (memory == nullptr) {
    return nullptr;
  }
  auto* thread = new (memory) CallingThread;
  thread->log = board::LogWriter::make(clock_of_logs);
  if (!thread->log.is_open() || !leaves_descriptors(thread->log.descriptor()) ||
      (!is_remote && !board::send_message(connection, message, thread->log.descriptor()))) {
    thread->~CallingThread();
    std::free(memory);
    return nullptr;
  }
  thread->number = threads++;
  (last_thread != nullptr ? last_thread->next : first_thread) = thread;
  last_thread = thread;
  return thread;
}

board::Grant await_grant(Descriptor& arena) {
  const timeval timeout{kGrantTimeout, 0};
  ::setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
  ::setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
  return board::receive_grant(connection, arena).value_or(board::Grant{});
}

/// Makes this rank's clock virtual from now on.
void enter_virtual_time(const board::Attach& message, const board::PredictionTerms& terms,
                        const Descriptor& arena) {
  begin_prediction(connection, terms, arena.get(), message);
  clock_of_logs = board::LogClock::kVirtual;
  this_thread->log.header().clock = clock_of_logs;
  this_thread->function_before = kInit;
  if (has_other_hosts()) {
    notify(request_of(board::RequestKind::kElsewhere, kInit));
  }
  await_turn(kInit);
  use_computing(terms);
}

/// Makes the first log, and attaches if this is dps's host, which sets the terms.
TeamRole begin_log(const board::Attach& message) {
  is_remote = connection < 0;
  this_thread = make_thread(message);
  if (this_thread == nullptr) {
    return TeamRole::kUnrecorded;
  }
  if (is_remote) {
    return TeamRole::kRemote;
  }
  Descriptor arena;
  const board::Grant grant = await_grant(arena);
  recording_terms = {grant.records, grant.samples};
  if (grant.records != 0 && grant.prediction.predicts != 0) {
    enter_virtual_time(message, grant.prediction, arena);
  }
  return recording_terms.records == 0 ? TeamRole::kUnrecorded
         : grant.is_leader != 0       ? TeamRole::kLeader
                                      : TeamRole::kMember;
}

std::uint64_t nanoseconds_between(const timeval& from, const timeval& to) {
  const std::int64_t seconds = to.tv_sec - from.tv_sec;
  const std::int64_t microseconds = to.tv_usec - from.tv_usec;
  return static_cast<std::uint64_t>(seconds * 1'000'000'000 + microseconds * 1000);
}

/// The thread has ended: the next one that begins continues its log. A program may have thousands
/// of threads one after another, and each log needs a descriptor here and in dps.
void free_thread(void* ended) {
  if (!is_attached) {
    return;  // a child by fork, where nobody would unlock
  }
  auto* thread = static_cast<CallingThread*>(ended);
  this_thread = nullptr;
  ::pthread_mutex_lock(&threads_lock);
  thread->next_free = free_threads;
  free_threads = thread;
  ::pthread_mutex_unlock(&threads_lock);
}

/// Returns a thread that has ended, whose log another one continues; null if there is none.
CallingThread* take_free_thread() {
  CallingThread* thread = free_threads;
  if (thread != nullptr) {
    free_threads = thread->next_free;
    renew(*thread);
  }
  return thread;
}

/// Called in a child by fork, which is no rank.
void leave_child() {
  is_recording = false;
  is_attached = false;
  this_thread = nullptr;
  leave_sampling();
  leave_pieces();
  leave_prediction();
}

}  // namespace

CallingThread* add_thread() {
  static thread_local bool has_failed __attribute__((tls_model("initial-exec"))) = false;
  if (has_failed || first_thread == nullptr) {
    return nullptr;
  }
  board::Attach message;
  message.kind = board::MessageKind::kThread;
  ::pthread_mutex_lock(&threads_lock);  // the number of a log is that of its message
  this_thread = take_free_thread();
  if (this_thread == nullptr) {
    this_thread = make_thread(message);
  }
  has_failed = this_thread == nullptr;
  first_thread->log.header().threads_without_log += has_failed ? 1 : 0;
  ::pthread_mutex_unlock(&threads_lock);
  if (has_failed) {
    return nullptr;
  }
  this_thread->log.set_limit(recording_terms.records);
  if (knows_ends) {
    ::pthread_setspecific(end_of_thread, this_thread);  // if it fails, the log is not used again
  }
  return this_thread;
}

bool is_foreign_mpi() {
  static const bool is_foreign = report_unknown_mpi();
  return is_foreign;
}

void approach() {
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (is_foreign_mpi() || !has_piece_place() || !has_other_hosts() || rank == nullptr) {
    return;
  }
  connection = connect_to_board();
  if (connection < 0) {
    board::Attach message;
    describe(message);
    message.rank = std::atoi(rank);
    announce_rank(message);
  }
}

void attach(std::uint64_t init_time) {
  if (is_foreign_mpi()) {
    return;
  }
  connection = connection >= 0 ? connection : connect_to_board();
  const bool has_others = has_other_hosts();
  if (connection < 0 && !has_others) {
    return;
  }
  clock_of_logs = board::best_clock();
  auto* const world = predefined::world();
  board::Attach message;
  describe(message);
  int provided = MPI_THREAD_SINGLE;
  DPS_NEXT(Comm_rank)(world, &message.rank);
  DPS_NEXT(Comm_size)(world, &message.size);
  DPS_NEXT(Query_thread)(&provided);
  const TeamRole role = begin_log(message);
  if (has_others && !is_predicting) {
    recording_terms = meet(message, role, recording_terms, connection);
  }
  if (role == TeamRole::kUnrecorded || recording_terms.records == 0) {
    this_thread = first_thread = nullptr;
    ::close(connection);
    connection = -1;
    end_pieces();
    return;
  }
  this_thread->log.set_limit(recording_terms.records);
  add_predefined(provided == MPI_THREAD_MULTIPLE);
  ::pthread_atfork(nullptr, nullptr, &leave_child);
  knows_ends = ::pthread_key_create(&end_of_thread, &free_thread) == 0;
  ::getrusage(RUSAGE_SELF, &usage_at_begin);
  is_attached = true;
  is_recording = true;
  first_thread->log.header().init_time = is_predicting ? 0 : init_time;
  if (is_remote) {
    start_pieces(message, first_thread);
  }
  if (recording_terms.samples != 0 && !is_predicting) {
    begin_sampling(*first_thread);
  }
  first_thread->log.header().begun = log_ticks();
}

void detach() {
  if (!is_attached) {
    return;
  }
  end_sampling();
  is_recording = false;
  is_attached = false;
  board::LogHeader& header = first_thread->log.header();
  while (is_remote && board::nanoseconds_now() < header.attached.nanoseconds + kLeastSpan) {
    // dps cannot read this clock, so the log itself has to have two instants that are far enough
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  header.user_time = nanoseconds_between(usage_at_begin.ru_utime, usage.ru_utime);
  header.system_time = nanoseconds_between(usage_at_begin.ru_stime, usage.ru_stime);
  header.switches = static_cast<std::uint64_t>(usage.ru_nivcsw - usage_at_begin.ru_nivcsw);
  header.latest = board::clock_pair(clock_of_logs);
  header.ended = header.latest.ticks;
  if (is_predicting) {
    end_computing();
    charge_between(*first_thread, kFinalize, 0, nullptr);
    header.user_time = computed_time();
    header.system_time = header.switches = 0;
    header.ended = log_ticks();
    end_prediction();
  }
  if (is_remote) {
    end_pieces();
  }
  hand_over_logs(first_thread);
}

void note_finalized(std::uint64_t finalize_time) {
  if (first_thread != nullptr && clock_of_logs != board::LogClock::kVirtual) {
    first_thread->log.header().finalize_time = finalize_time;
  }
}

}  // namespace dps::mpi_library
