#include "tests/simulator/fake_simulators.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::simulator {
namespace {

void write_all(int fd, std::string_view bytes) {
  EXPECT_EQ(write(fd, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
}

constexpr int kExecute = SIGUSR1;

/// A child calls this, so that it is killed when its parent ends, or at once if the parent has
/// already ended.
void die_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) {
    _exit(1);
  }
}

[[noreturn]] void idle(pid_t parent) {
  die_with(parent);
  for (;;) {
    pause();
  }
}

/// The child: waits for signals. At kExecute it starts a process and writes its pid to `executed`.
[[noreturn]] void simulate(pid_t parent, const sigset_t& requests, int executed) {
  setpgid(0, 0);
  die_with(parent);
  const pid_t self = getpid();
  for (int signal = 0; sigwait(&requests, &signal) == 0;) {
    const pid_t program = fork();
    if (program == 0) {
      idle(self);
    }
    if (write(executed, &program, sizeof program) != sizeof program) {
      break;
    }
  }
  _exit(1);
}

pid_t start_process(int executed) {
  sigset_t requests;
  sigset_t before;
  sigemptyset(&requests);
  sigaddset(&requests, kExecute);
  pthread_sigmask(SIG_BLOCK, &requests, &before);  // the child waits for it with sigwait()
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    simulate(parent, requests, executed);
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  setpgid(pid, pid);  // before the caller may kill the group, as in start_simulator()
  return pid;
}

}  // namespace

FakeSimulators::~FakeSimulators() {
  for (auto& [name, one] : all_) {
    if (waitpid(one.pid, nullptr, WNOHANG) == 0) {
      ::kill(one.pid, SIGKILL);
      waitpid(one.pid, nullptr, 0);
    }
    munmap(one.memory.data(), one.memory.size());
  }
}

StartSimulator FakeSimulators::starter() {
  return [this](const std::string& name, const SimulatorEnds& ends) { return start(name, ends); };
}

Result<pid_t> FakeSimulators::start(const std::string& name, const SimulatorEnds& ends) {
  One& one = all_[name];
  one.frames = Descriptor(fcntl(ends.frames, F_DUPFD_CLOEXEC, 0));
  one.output = Descriptor(fcntl(ends.output, F_DUPFD_CLOEXEC, 0));
  struct stat status {};
  EXPECT_EQ(fstat(ends.record, &status), 0);
  const auto size = static_cast<std::size_t>(status.st_size);
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, ends.record, 0);
  EXPECT_NE(memory, MAP_FAILED);
  one.memory = {static_cast<std::byte*>(memory), size};
  one.page = profiles::RecordPage::open(one.memory).value();
  auto pipe = make_pipe().value();
  one.executed = std::move(pipe.read);
  one.pid = start_process(pipe.write.get());
  return one.pid;
}

void FakeSimulators::send(const std::string& name, const control::Frame& frame, ProcessId process,
                          std::uint32_t run) {
  const auto bytes = control::encode(frame, index(process), run);
  write_all(all_.at(name).frames.get(),
            {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void FakeSimulators::print(const std::string& name, std::string_view text) {
  write_all(all_.at(name).output.get(), text);
}

pid_t FakeSimulators::execute(const std::string& name) {
  ::kill(pid(name), kExecute);
  pid_t program = 0;
  EXPECT_EQ(read(all_.at(name).executed.get(), &program, sizeof program),
            static_cast<ssize_t>(sizeof program));
  return program;
}

}  // namespace dps::simulator
