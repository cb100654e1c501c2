#include "mpi_programs/board/listener.h"

#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mpi_programs/board/log_writer.h"

namespace dps::board {
namespace {

/// Serves until the condition holds, or for 10 s.
template <typename Condition>
bool serve_until(Listener& listener, Condition condition) {
  for (int i = 0; i < 1000 && !condition(); ++i) {
    std::vector<pollfd> watched;
    listener.watch(watched);
    ::poll(watched.data(), watched.size(), 10);
    listener.serve();
  }
  return condition();
}

TEST(Listener, ARankAttachesGetsItsGrantAndEnds) {
  auto listener = Listener::make();
  ASSERT_TRUE(listener) << listener.error().message;
  Descriptor rank = connect_to(listener->name());
  ASSERT_TRUE(rank.is_open());
  const auto log = LogWriter::make(LogClock::kNanoseconds);
  Attach message;
  message.rank = 3;
  message.size = 4;
  std::string("node").copy(message.host.data(), 4);
  ASSERT_TRUE(send_message(rank.get(), message, log.descriptor()));
  ASSERT_TRUE(serve_until(*listener, [&] { return !listener->ranks().empty(); }));
  const AttachedRank& attached = listener->ranks()[0];
  EXPECT_EQ(attached.rank, 3);
  EXPECT_EQ(attached.size, 4);
  EXPECT_EQ(attached.pid, ::getpid());
  EXPECT_EQ(attached.host, "node");
  EXPECT_EQ(attached.logs.size(), 1);
  Grant grant;
  ASSERT_EQ(::recv(rank.get(), &grant, sizeof(grant), 0), static_cast<ssize_t>(sizeof(grant)));
  EXPECT_GT(grant.records, 0);
  rank.close();
  EXPECT_TRUE(serve_until(*listener, [&] { return listener->ranks()[0].ended != 0; }));
}

Attach message_of(MessageKind kind, std::int32_t rank, const std::string& host) {
  Attach message;
  message.kind = kind;
  message.rank = rank;
  message.size = 3;
  host.copy(message.host.data(), host.size());
  return message;
}

TEST(Listener, ARankBringsTheLogsOfAnotherHost) {
  auto listener = Listener::make();
  ASSERT_TRUE(listener);
  const Descriptor rank = connect_to(listener->name());
  const auto log = LogWriter::make(LogClock::kNanoseconds);
  const auto send = [&](MessageKind kind, std::int32_t of, int descriptor) {
    return send_message(rank.get(), message_of(kind, of, of == 0 ? "node1" : "node2"), descriptor);
  };
  ASSERT_TRUE(send(MessageKind::kAttach, 0, log.descriptor()));
  ASSERT_TRUE(send(MessageKind::kRemote, 1, -1));
  ASSERT_TRUE(send(MessageKind::kRemote, 2, -1));
  ASSERT_TRUE(send(MessageKind::kRemoteLog, 1, log.descriptor()));
  ASSERT_TRUE(send(MessageKind::kRemoteLog, 1, log.descriptor()));
  ASSERT_TRUE(send(MessageKind::kRemoteLog, 2, -1));
  const auto& remote = listener->remote_ranks();
  ASSERT_TRUE(serve_until(*listener, [&] { return remote.size() == 2 && remote[1].had_no_room; }));
  EXPECT_EQ(remote[0].rank, 1);
  EXPECT_EQ(remote[0].host, "node2");
  EXPECT_EQ(remote[0].logs.size(), 2U);
  EXPECT_FALSE(remote[0].had_no_room);
  EXPECT_TRUE(remote[1].logs.empty());
}

TEST(Listener, TheFirstRankOfAWorldIsItsLeader) {
  auto listener = Listener::make();
  ASSERT_TRUE(listener);
  const auto log = LogWriter::make(LogClock::kNanoseconds);
  std::vector<Descriptor> ranks;
  std::string leaders;
  for (const std::string world : {"a", "a", "b"}) {
    const Descriptor& rank = ranks.emplace_back(connect_to(listener->name()));
    Attach message;
    world.copy(message.world.data(), world.size());
    ASSERT_TRUE(send_message(rank.get(), message, log.descriptor()));
    ASSERT_TRUE(serve_until(*listener, [&] { return listener->ranks().size() == ranks.size(); }));
    Grant grant;
    ASSERT_EQ(::recv(rank.get(), &grant, sizeof(grant), 0), static_cast<ssize_t>(sizeof(grant)));
    leaders += std::to_string(grant.is_leader);
  }
  EXPECT_EQ(leaders, "101");
}

TEST(Listener, DetectsAnotherMpi) {
  auto listener = Listener::make();
  ASSERT_TRUE(listener);
  const Descriptor other = connect_to(listener->name());
  Attach message;
  message.kind = MessageKind::kForeign;
  std::string("MPICH 4.0").copy(message.mpi.data(), 9);
  ASSERT_TRUE(send_message(other.get(), message, -1));
  EXPECT_TRUE(serve_until(*listener, [&] { return !listener->foreign_mpi().empty(); }));
  EXPECT_EQ(listener->foreign_mpi(), "MPICH 4.0");
  EXPECT_TRUE(listener->ranks().empty());
}

TEST(Listener, IgnoresStrangersAndGarbage) {
  auto listener = Listener::make();
  ASSERT_TRUE(listener);
  const Descriptor other = connect_to(listener->name());
  ASSERT_EQ(::send(other.get(), "hello", 5, 0), 5);
  char byte = 0;
  EXPECT_TRUE(serve_until(*listener, [&] {  // its connection is closed
    return ::recv(other.get(), &byte, 1, MSG_DONTWAIT) == 0;
  }));
  EXPECT_TRUE(listener->ranks().empty());
}

TEST(Board, NoProcessListensAtAnotherName) {
  EXPECT_FALSE(connect_to("dps-nobody").is_open());
  EXPECT_FALSE(connect_to("").is_open());
  EXPECT_FALSE(connect_to(std::string(200, 'x')).is_open());
}

}  // namespace
}  // namespace dps::board
