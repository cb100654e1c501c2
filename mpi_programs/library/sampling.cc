#include "mpi_programs/library/sampling.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <ctime>

#include <sys/auxv.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "mpi_programs/library/computing.h"
#include "mpi_programs/library/modules.h"

namespace dps::mpi_library {
namespace {

using board::Sampling;

/// Kernels check such timers 250 or 1,000 times a second: at the first tick after the period, in
/// both cases 4 ms after the last one.
constexpr std::uint64_t kFirstPeriod = 3'000'000;  // nanoseconds of CPU time
/// Then the period is doubled, so that the records of an hour are about 200,000.
constexpr std::uint32_t kSamplesOfPeriod = 32'768;

CallingThread* sampled = nullptr;  // null: nothing is sampled
timer_t timer{};
int signal_of_timer = 0;
std::uint64_t period = kFirstPeriod;
std::uint32_t samples_of_period = 0;
std::uint64_t armed_at = 0;  // CPU time of the thread

/// The next instruction of the thread that the signal has interrupted; 0: unknown on this machine.
std::uintptr_t interrupted_at(const void* context) {
  const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(machine.pc);
#else
  static_cast<void>(machine);
  return 0;
#endif
}

/// Lets the timer expire once: if the program takes our signal, it gets one at most.
bool arm(std::uint64_t now) {
  armed_at = now;
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(period / 1'000'000'000);
  when.it_value.tv_nsec = static_cast<long>(period % 1'000'000'000);
  return ::timer_settime(timer, 0, &when, nullptr) == 0;
}

void add_sample(CallingThread& thread, std::uintptr_t address, std::uint64_t time) {
  CallRecord* record = thread.log.append();
  if (record == nullptr) {
    return;
  }
  record->begin = address;
  record->end = log_ticks();
  record->set_size(time);
  std::atomic_signal_fence(std::memory_order_seq_cst);
  record->function = board::kSample;
  thread.samples_after_polls += 1;
  if (!is_named_code(address)) {
    thread.new_code = address;
  }
  if (++samples_of_period == kSamplesOfPeriod) {
    samples_of_period = 0;
    period *= 2;
  }
}

/// Takes no sample while the thread is in a call: it does not compute, and its log may be half
/// written.
void take_sample(int /*signal*/, siginfo_t* cause, void* context) {
  CallingThread* thread = sampled;
  if (thread == nullptr || cause->si_code != SI_TIMER) {
    return;
  }
  const int before = errno;
  const std::uint64_t now = cpu_time();
  if (thread->depth == 0) {
    add_sample(*thread, interrupted_at(context), now - armed_at);
  }
  arm(now);
  errno = before;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == &take_sample;
}

/// True if the signal does nothing yet, and reaches this thread.
bool is_free(int signal) {
  struct sigaction action {};
  sigset_t blocked;
  return ::sigaction(signal, nullptr, &action) == 0 && (action.sa_flags & SA_SIGINFO) == 0 &&
         action.sa_handler == SIG_DFL && ::pthread_sigmask(SIG_SETMASK, nullptr, &blocked) == 0 &&
         sigismember(&blocked, signal) == 0;
}

/// Returns 0 if there is none. SIGURG does nothing if the program sets its default later; a
/// real-time signal would end it. Of these, programs count from SIGRTMIN, and debuggers use
/// SIGRTMAX.
int find_signal() {
  if (is_free(SIGURG)) {
    return SIGURG;
  }
  for (int signal = SIGRTMAX - 1; signal >= SIGRTMIN; --signal) {
    if (is_free(signal)) {
      return signal;
    }
  }
  return 0;
}

bool make_timer() {
  struct sigaction action {};
  action.sa_sigaction = &take_sample;
  action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = signal_of_timer;
  event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
  return ::sigaction(signal_of_timer, &action, nullptr) == 0 &&
         ::timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer) == 0;
}

Sampling begin(CallingThread& thread) {
  signal_of_timer = find_signal();
  if (signal_of_timer == 0) {
    return Sampling::kSignalTaken;
  }
  if (!make_timer()) {
    return Sampling::kNoTimer;
  }
  // The program, which may be killed before its next call.
  thread.new_code = ::getauxval(AT_ENTRY);
  name_code(thread);
  sampled = &thread;
  return arm(cpu_time()) ? Sampling::kOn : Sampling::kNoTimer;
}

/// True if samples have not come: the program has changed the action of the signal, blocks it, or
/// has taken it by sigwait, so that nobody has armed the timer again.
bool was_taken() {
  struct sigaction action {};
  sigset_t blocked;
  itimerspec left{};
  return (::sigaction(signal_of_timer, nullptr, &action) == 0 && !is_ours(action)) ||
         (::pthread_sigmask(SIG_SETMASK, nullptr, &blocked) == 0 &&
          sigismember(&blocked, signal_of_timer) == 1) ||
         (::timer_gettime(timer, &left) == 0 && left.it_value.tv_sec == 0 &&
          left.it_value.tv_nsec == 0);
}

}  // namespace

void begin_sampling(CallingThread& thread) {
  thread.log.header().sampling = begin(thread);
}

void end_sampling() {
  if (sampled == nullptr) {
    return;
  }
  CallingThread& thread = *sampled;
  sampled = nullptr;
  if (was_taken()) {
    thread.log.header().sampling = Sampling::kSignalTaken;
  }
  ::timer_delete(timer);
  name_code(thread);
}

void leave_sampling() {
  sampled = nullptr;
}

}  // namespace dps::mpi_library
