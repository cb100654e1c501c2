// start_simulator() executes its own program, which is this test program. So main() also acts as
// the simulator: it reports its arguments, descriptors and environment.
#include "simulator/agent/spawn.h"

#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"

namespace dps::simulator {
namespace {

constexpr int kSimulatorStatus = 7;

void write_text(int fd, const std::string& text) {
  if (write(fd, text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
    _exit(1);
  }
}

/// The simulator: writes a word to each of its descriptors, and a description of its process to its
/// output.
int play_simulator(const char* name) {
  int death_signal = 0;
  prctl(PR_GET_PDEATHSIG, &death_signal);
  sigset_t blocked;
  sigprocmask(SIG_BLOCK, nullptr, &blocked);
  write_text(kFramesDescriptor, "frames");
  write_text(kRecordDescriptor, "record");
  write_text(STDOUT_FILENO, fmt::format("name={} leads its group={} dies with its parent={} "
                                        "blocks SIGTERM={}\n",
                                        name, getpgrp() == getpid(), death_signal == SIGKILL,
                                        sigismember(&blocked, SIGTERM) == 1));
  write_text(STDERR_FILENO, "errors");
  return kSimulatorStatus;
}

std::string read_to_end(const Descriptor& from) {
  std::string text;
  char piece[256];
  for (ssize_t count = 0; (count = read(from.get(), piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(count));
  }
  return text;
}

struct Pipes {
  Pipe frames = make_pipe().value();
  Pipe record = make_pipe().value();
  Pipe output = make_pipe().value();

  [[nodiscard]] SimulatorEnds ends() const {
    return {frames.write.get(), record.write.get(), output.write.get()};
  }
  void close_ends() {
    frames.write.close();
    record.write.close();
    output.write.close();
  }
};

int exit_status(pid_t pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(StartSimulator, ExecutesThisProgramWithItsEndsAtTheirNumbers) {
  Pipes pipes;
  const auto pid = start_simulator("Worker.p[3]", pipes.ends());
  ASSERT_TRUE(pid) << pid.error().message;
  pipes.close_ends();
  EXPECT_EQ(read_to_end(pipes.frames.read), "frames");
  EXPECT_EQ(read_to_end(pipes.record.read), "record");
  EXPECT_EQ(read_to_end(pipes.output.read),
            "name=Worker.p[3] leads its group=true dies with its parent=true "
            "blocks SIGTERM=false\nerrors");
  EXPECT_EQ(exit_status(*pid), kSimulatorStatus);
}

TEST(StartSimulator, UnblocksSignalsThatTheAgentBlocks) {
  sigset_t blocked;
  sigset_t before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  sigprocmask(SIG_BLOCK, &blocked, &before);
  Pipes pipes;
  const auto pid = start_simulator("Worker.p[0]", pipes.ends());
  sigprocmask(SIG_SETMASK, &before, nullptr);
  ASSERT_TRUE(pid);
  pipes.close_ends();
  EXPECT_NE(read_to_end(pipes.output.read).find("blocks SIGTERM=false"), std::string::npos);
  EXPECT_EQ(exit_status(*pid), kSimulatorStatus);
}

/// The caller's descriptors may have the numbers of the simulator's descriptors, in any order. This
/// runs in a child, since the test program may use these numbers itself.
TEST(StartSimulator, ItsEndsMayHaveOneAnothersNumbers) {
  const auto in_child = [] {
    Pipes pipes;
    const int frames = fcntl(pipes.frames.write.get(), F_DUPFD_CLOEXEC, 50);
    const int record = fcntl(pipes.record.write.get(), F_DUPFD_CLOEXEC, 50);
    const Descriptor frames_text(fcntl(pipes.frames.read.get(), F_DUPFD_CLOEXEC, 50));
    const Descriptor record_text(fcntl(pipes.record.read.get(), F_DUPFD_CLOEXEC, 50));
    pipes.close_ends();
    dup3(frames, kRecordDescriptor, O_CLOEXEC);
    dup3(record, kFramesDescriptor, O_CLOEXEC);
    ::close(frames);
    ::close(record);
    const auto pid =
        start_simulator("Worker.p[0]", {kRecordDescriptor, kFramesDescriptor, STDERR_FILENO});
    ::close(kFramesDescriptor);
    ::close(kRecordDescriptor);
    const bool is_right =
        read_to_end(frames_text) == "frames" && read_to_end(record_text) == "record";
    std::_Exit(is_right ? exit_status(*pid) : 1);
  };
  EXPECT_EXIT(in_child(), testing::ExitedWithCode(kSimulatorStatus), "errors");
}

TEST(RaiseDescriptorLimit, RaisesTheSoftLimitToTheHardOne) {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlim_t hard = limit.rlim_max;
  limit.rlim_cur = 64;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
  EXPECT_EQ(raise_descriptor_limit(), hard);
  getrlimit(RLIMIT_NOFILE, &limit);
  EXPECT_EQ(limit.rlim_cur, hard);
}

}  // namespace
}  // namespace dps::simulator

int main(int argc, char** argv) {
  if (argc == 3 && std::strcmp(argv[1], "--simulator") == 0) {
    return dps::simulator::play_simulator(argv[2]);
  }
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
