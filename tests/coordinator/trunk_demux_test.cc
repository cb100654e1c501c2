// One child with the streams of many agents, and the diagnosis of each host when the child ends.
#include "coordinator/launch/trunk_demux.h"

#include <array>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "transport/control/chunk_stream.h"
#include "transport/control/launch_reports.h"

namespace dps::coordinator {
namespace {

using control::kTrunkItself;

struct FarEnd {
  Descriptor input, output, errors;
};

/// The test program acts as its own child.
std::pair<LaunchedAgent, FarEnd> fake_child() {
  LaunchedAgent child;
  FarEnd far_end;
  for (auto [near, far, is_down] : {std::tuple{&child.input, &far_end.input, true},
                                    std::tuple{&child.output, &far_end.output, false},
                                    std::tuple{&child.errors, &far_end.errors, false}}) {
    auto pipe = make_pipe();
    EXPECT_TRUE(pipe);
    *near = std::move(is_down ? pipe->write : pipe->read);
    *far = std::move(is_down ? pipe->read : pipe->write);
  }
  return {std::move(child), std::move(far_end)};
}

/// A shell that is the leader of a process group.
LaunchedAgent start_shell(const char* script) {
  auto [child, far_end] = fake_child();
  child.pid = fork();
  if (child.pid == 0) {
    setsid();
    dup2(far_end.input.get(), STDIN_FILENO);
    dup2(far_end.output.get(), STDOUT_FILENO);
    dup2(far_end.errors.get(), STDERR_FILENO);
    execl("/bin/sh", "sh", "-c", script, nullptr);
    _exit(127);
  }
  return std::move(child);
}

void write_text(int fd, std::string_view text) {
  ASSERT_EQ(write(fd, text.data(), text.size()), static_cast<ssize_t>(text.size()));
}

void write_bytes(int fd, const std::vector<std::byte>& bytes) {
  write_text(fd, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string read_to_end(int fd) {
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t count = 0; (count = read(fd, piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  return text;
}

std::string read_some(int fd, std::size_t bytes) {
  std::string text(bytes, '\0');
  std::size_t got = 0;
  while (got < bytes) {
    const ssize_t count = read(fd, text.data() + got, bytes - got);
    if (count <= 0) {
      break;
    }
    got += static_cast<std::size_t>(count);
  }
  return text.substr(0, got);
}

std::vector<std::byte> chunks(std::uint32_t stream, std::string_view text) {
  std::vector<std::byte> wire;
  control::append_chunks(stream, std::as_bytes(std::span(text)), wire);
  return wire;
}

class TrunkOfTwo : public testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    auto [child, far_end] = fake_child();
    far_ = std::move(far_end);
    auto trunk = TrunkDemux::start(std::move(child), {.hosts = {"node1", "node2"}});
    ASSERT_TRUE(trunk) << trunk.error().message;
    trunk_ = *std::move(trunk);
    for (std::size_t host : {0U, 1U}) {
      auto agent = trunk_->take_agent(host == 0 ? "node1" : "node2");
      ASSERT_TRUE(agent);
      agents_[host] = *std::move(agent);
    }
    write_text(far_.output.get(), control::kTrunkMarker);
  }

  std::unique_ptr<TrunkDemux> trunk_;
  FarEnd far_;  // must be destroyed first
  std::array<LaunchedAgent, 2> agents_;
};

TEST_F(TrunkOfTwo, EachHostReadsItsOwnStream) {
  write_bytes(far_.output.get(), chunks(1, "from one"));
  write_bytes(far_.output.get(), chunks(0, "from zero"));
  EXPECT_EQ(read_some(agents_[0].output.get(), 9), "from zero");
  EXPECT_EQ(read_some(agents_[1].output.get(), 8), "from one");
}

TEST_F(TrunkOfTwo, BytesForAHostAreSentInItsStreamUntilItsInputEnds) {
  write_text(agents_[1].input.get(), "to one");
  agents_[1].input.close();
  auto expected = chunks(1, "to one");
  control::append_end(1, expected);
  EXPECT_EQ(read_some(far_.input.get(), expected.size()),
            std::string(reinterpret_cast<const char*>(expected.data()), expected.size()));
}

TEST_F(TrunkOfTwo, AnEndedStreamEndsOneHostOnly) {
  std::vector<std::byte> wire = chunks(0, "last");
  control::append_end(0, wire);
  write_bytes(far_.output.get(), wire);
  EXPECT_EQ(read_to_end(agents_[0].output.get()), "last");
  write_bytes(far_.output.get(), chunks(1, "still here"));
  EXPECT_EQ(read_some(agents_[1].output.get(), 10), "still here");
}

TEST_F(TrunkOfTwo, TheReportedEndOfAnAgentIsWrittenToItsErrors) {
  const control::EndOfAgent end{1, {control::LaunchRole::kPvmd, "node2"}};
  std::vector<std::byte> wire =
      chunks(kTrunkItself, "gone 7 pvmd node9 unknown 0\nhosts 2\n" + control::to_line(end) + "\n");
  control::append_end(1, wire);
  write_bytes(far_.output.get(), wire);
  EXPECT_EQ(read_to_end(agents_[1].errors.get()), "the PVM daemon (pvmd) of node2 has died");
  EXPECT_EQ(read_to_end(agents_[1].output.get()), "");
  far_ = FarEnd();
  EXPECT_EQ(read_to_end(agents_[0].errors.get()), "");
}

TEST_F(TrunkOfTwo, LinesAreSentToTheFarEnd) {
  trunk_->send_line("spawn node1");
  const auto expected = chunks(kTrunkItself, "spawn node1\n");
  EXPECT_EQ(read_some(far_.input.get(), expected.size()),
            std::string(reinterpret_cast<const char*>(expected.data()), expected.size()));
}

TEST_F(TrunkOfTwo, TheEndOfTheChildIsWrittenToEveryOpenLine) {
  std::vector<std::byte> wire;
  control::append_end(0, wire);
  write_bytes(far_.output.get(), wire);
  write_text(far_.errors.get(), "no route to node2\n");
  EXPECT_EQ(read_to_end(agents_[0].output.get()), "");
  far_ = FarEnd();
  EXPECT_EQ(read_to_end(agents_[1].output.get()), "");
  EXPECT_EQ(read_to_end(agents_[1].errors.get()), "no route to node2");
  EXPECT_EQ(read_to_end(agents_[0].errors.get()), "");
}

TEST_F(TrunkOfTwo, AnInvalidChunkEndsAllLines) {
  write_text(far_.output.get(), std::string_view("\7\0\0\0\1\0\0\0x", 9));
  EXPECT_EQ(read_to_end(agents_[0].output.get()), "");
  EXPECT_EQ(read_to_end(agents_[1].errors.get()), "a chunk of 1 bytes for stream 7");
}

TEST_F(TrunkOfTwo, AHostThatIsNotReadDoesNotLoseBytes) {
  const std::string text(300'000, 'x');
  const auto wire = chunks(0, text);
  write_bytes(far_.output.get(), wire);
  EXPECT_EQ(read_some(agents_[0].output.get(), text.size()), text);
}

TEST_F(TrunkOfTwo, PendingBytesAreSentBeforeTheTrunkEnds) {
  write_text(agents_[0].input.get(), "bye");
  for (LaunchedAgent& agent : agents_) {
    agent = LaunchedAgent();
  }
  far_.output.close();
  trunk_.reset();
  const std::string wire = read_to_end(far_.input.get());
  control::ChunkReader reader(2, false);
  reader.feed(std::as_bytes(std::span(wire)));
  std::array<std::string, 2>
      streams;  // with "." for the end; their order in the trunk is not fixed
  ASSERT_TRUE(control::take_chunks(reader, [&streams](const control::Chunk& chunk) {
    const std::string_view text(reinterpret_cast<const char*>(chunk.bytes.data()),
                                chunk.bytes.size());
    streams.at(chunk.stream) += text.empty() ? "." : text;
  }));
  EXPECT_EQ(streams, (std::array<std::string, 2>{"bye.", "."}));
}

TEST(TrunkDemux, ReportsTheEndOfItsChild) {
  auto trunk = TrunkDemux::start(start_shell("kill -9 $$"), {.hosts = {"node1"}});
  ASSERT_TRUE(trunk);
  const auto agent = (*trunk)->take_agent("node1");
  EXPECT_EQ(read_to_end(agent->output.get()), "");
  EXPECT_EQ(read_to_end(agent->errors.get()), "the launcher was killed by signal 9 (SIGKILL)");
}

TEST(TrunkDemux, AChildThatDoesNotEndIsKilledWithItsGroup) {
  LaunchedAgent child = start_shell("sleep 1000 & sleep 1000");
  const pid_t pid = child.pid;
  auto trunk = TrunkDemux::start(std::move(child),
                                 {.hosts = {"node1"}, .exit_grace = std::chrono::milliseconds(1)});
  ASSERT_TRUE(trunk);
  trunk->reset();
  EXPECT_EQ(waitpid(pid, nullptr, WNOHANG), -1);  // reaped
}

TEST_F(TrunkOfTwo, AReportOnStandardErrorExplainsTheEndToEveryHost) {
  control::write_line(far_.errors.get(),
                      control::to_line(control::LostProcess{control::LaunchRole::kMpirun, "node1",
                                                            control::LaunchEnd::kSignal, SIGKILL}));
  write_text(far_.errors.get(), "noise\n");
  far_ = FarEnd();
  for (const LaunchedAgent& agent : agents_) {
    EXPECT_EQ(read_to_end(agent.errors.get()), "mpirun was killed by signal 9 (SIGKILL)");
  }
}

TEST(TrunkDemux, HostsWithTheSameNameGetTheirPipesInOrder) {
  auto [child, far_end] = fake_child();
  auto trunk = TrunkDemux::start(std::move(child), {.hosts = {"node1", "node1"}});
  ASSERT_TRUE(trunk);
  EXPECT_TRUE((*trunk)->take_agent("node1"));
  EXPECT_TRUE((*trunk)->take_agent("node1"));
  const auto third = (*trunk)->take_agent("node1");
  ASSERT_FALSE(third);
  EXPECT_EQ(third.error().message, "no agent was started for 'node1'");
}

TEST(TrunkDemux, ABrokenChildThatDoesNotEndGetsSigterm) {
  LaunchedAgent child = start_shell(
      "trap 'echo asked >&2; kill $!; exit 3' TERM; sleep 100 & echo all is lost >&2; wait");
  auto trunk = TrunkDemux::start(
      std::move(child),
      {.hosts = {"node1"},
       .diagnose =
           [](std::uint32_t /*host*/, const TrunkExit& exit) {
             return Diagnosis{exit.errors, ""};
           },
       .is_broken = [](const TrunkExit& exit) { return exit.errors == "all is lost\n"; },
       .break_grace = std::chrono::milliseconds(1)});
  ASSERT_TRUE(trunk) << trunk.error().message;
  auto agent = (*trunk)->take_agent("node1");
  ASSERT_TRUE(agent);
  EXPECT_EQ(read_to_end(agent->errors.get()), "all is lost\nasked\n");
}

TEST(TrunkDemux, TheLauncherDiagnosesTheEnd) {
  auto [child, far_end] = fake_child();
  const auto diagnose = [](std::uint32_t host, const TrunkExit& /*exit*/) {
    return Diagnosis{"host " + std::to_string(host), "look at " + std::to_string(host)};
  };
  auto trunk =
      TrunkDemux::start(std::move(child), {.hosts = {"node1", "node2"}, .diagnose = diagnose});
  ASSERT_TRUE(trunk);
  const auto agent = (*trunk)->take_agent("node2");
  EXPECT_EQ((*trunk)->next_step("node2"), "");
  far_end = FarEnd();
  EXPECT_EQ(read_to_end(agent->errors.get()), "host 1");
  EXPECT_EQ((*trunk)->next_step("node2"), "look at 1");
}

}  // namespace
}  // namespace dps::coordinator
