#include "board/listener.h"

#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "board/log_writer.h"

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
  const auto log = LogWriter::make(Clock::kNanoseconds);
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

TEST(Listener, KnowsAnotherMpi) {
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

TEST(Board, NobodyListensAtAnotherName) {
  EXPECT_FALSE(connect_to("dps-nobody").is_open());
  EXPECT_FALSE(connect_to("").is_open());
  EXPECT_FALSE(connect_to(std::string(200, 'x')).is_open());
}

}  // namespace
}  // namespace dps::board
