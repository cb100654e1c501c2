#include "tests/transport/pvm_network.h"

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dps::transport {
namespace {

using Pipe = std::array<int, 2>;

Pipe make_pipe() {
  Pipe ends{};
  EXPECT_EQ(pipe2(ends.data(), O_CLOEXEC), 0);
  return ends;
}

template <typename T>
bool read_all(int fd, std::vector<T>& values) {
  auto* at = reinterpret_cast<char*>(values.data());
  for (std::size_t left = values.size() * sizeof(T); left > 0;) {
    const ssize_t count = read(fd, at, left);
    if (count <= 0) {
      return false;
    }
    at += count;
    left -= static_cast<std::size_t>(count);
  }
  return true;
}

/// A child: sends its tid to the test, receives those of the others, connects, and runs its body.
void live(std::uint32_t self, const PvmPlan& plan, const PvmBody& body, int up, int down,
          std::size_t processes) {
  PvmTransport transport(pvm_test_options(self, plan.wait), {});
  const auto tid = transport.listen();
  ASSERT_TRUE(tid) << tid.error().message;
  ASSERT_EQ(write(up, &*tid, sizeof(*tid)), static_cast<ssize_t>(sizeof(*tid)));
  std::vector<std::uint32_t> tids(processes);
  ASSERT_TRUE(read_all(down, tids));
  ASSERT_TRUE(transport.prepare(plan.messages, plan.largest));
  std::vector<Peer> peers;
  for (std::uint32_t i = 0; i < tids.size(); ++i) {
    if (i != self) {
      peers.push_back({ProcessId{i}, "", tids[i], plan.route});
    }
  }
  const auto connected = transport.connect(peers, std::chrono::steady_clock::now() + plan.timeout);
  ASSERT_TRUE(connected) << connected.error().message;
  transport.begin_run(1);
  body(transport);
}

}  // namespace

void play(const PvmPlan& plan, const std::vector<PvmBody>& bodies) {
  std::vector<std::uint32_t> tids;
  std::vector<pid_t> children;
  std::vector<int> ends;
  for (std::uint32_t self = 0; self < bodies.size(); ++self) {
    const Pipe up = make_pipe();
    const Pipe down = make_pipe();
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      close(down[1]);
      live(self, plan, bodies[self], up[1], down[0], bodies.size());
      std::fflush(nullptr);
      _exit(testing::Test::HasFailure() ? 1 : 0);
    }
    close(up[1]);
    close(down[0]);
    std::vector<std::uint32_t> tid(1);
    EXPECT_TRUE(read_all(up[0], tid));
    close(up[0]);
    tids.push_back(tid[0]);
    children.push_back(child);
    ends.push_back(down[1]);
  }
  for (const int end : ends) {
    EXPECT_GT(write(end, tids.data(), tids.size() * sizeof(tids[0])), 0);
    close(end);
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    int status = -1;
    waitpid(children[i], &status, 0);
    EXPECT_EQ(status, 0) << "p[" << i << "]";
  }
}

PvmOptions pvm_test_options(std::uint32_t self, Wait wait) {
  PvmOptions options;
  options.self = ProcessId{self};
  options.wait = wait;
  options.message_types = 10;
  options.name = [](ProcessId process) { return "p[" + std::to_string(index(process)) + "]"; };
  return options;
}

Arrival receive(PvmTransport& transport) {
  const auto waited = transport.wait({});
  EXPECT_TRUE(waited && *waited == WaitOutcome::kMessage);
  return waited && *waited == WaitOutcome::kMessage ? transport.take() : Arrival{};
}

void send(PvmTransport& transport, std::uint32_t to, const OutgoingMessage& outgoing) {
  const auto sent = transport.send(ProcessId{to}, outgoing);
  EXPECT_TRUE(sent) << sent.error().message;
}

}  // namespace dps::transport
