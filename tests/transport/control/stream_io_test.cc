#include "transport/control/stream_io.h"

#include <array>
#include <csignal>
#include <string>
#include <string_view>
#include <thread>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "tests/transport/control/text_bytes.h"
#include "transport/control/launch_reports.h"

namespace dps::control {
namespace {

std::vector<std::byte> copied(std::string_view text) {
  const auto bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

class StreamIo : public testing::Test {
 protected:
  void SetUp() override {
    signal(SIGPIPE, SIG_IGN);
    auto pipe = make_pipe();
    ASSERT_TRUE(pipe) << pipe.error().message;
    pipe_ = *std::move(pipe);
    set_nonblocking(pipe_.read.get());
    set_nonblocking(pipe_.write.get());
  }

  std::string read_everything() {
    std::string text;
    for (auto read = read_once(pipe_.read.get(), buffer_); read.outcome == Transfer::kSome;
         read = read_once(pipe_.read.get(), buffer_)) {
      text += text_of(read.bytes);
    }
    return text;
  }

  Pipe pipe_;
  std::array<std::byte, 4096> buffer_{};
};

TEST_F(StreamIo, AReadReportsBytesThenNothingThenTheEnd) {
  ASSERT_TRUE(write_all(pipe_.write.get(), copied("abc")));
  const ReadResult some = read_once(pipe_.read.get(), buffer_);
  EXPECT_EQ(some.outcome, Transfer::kSome);
  EXPECT_EQ(text_of(some.bytes), "abc");
  const ReadResult none = read_once(pipe_.read.get(), buffer_);
  EXPECT_EQ(none.outcome, Transfer::kNone);
  EXPECT_TRUE(none.bytes.empty());
  pipe_.write.close();
  EXPECT_EQ(read_once(pipe_.read.get(), buffer_).outcome, Transfer::kEnd);
}

TEST_F(StreamIo, AReaderIsFedAndTheBufferWiped) {
  LineSplitter lines;
  ASSERT_TRUE(write_all(pipe_.write.get(), copied("secret\n")));
  EXPECT_EQ(read_into(lines, pipe_.read.get(), buffer_), Transfer::kSome);
  EXPECT_EQ(lines.next(), "secret");
  EXPECT_EQ(buffer_, (std::array<std::byte, 4096>{}));
}

TEST_F(StreamIo, WritesFailWhenTheReaderHasClosed) {
  pipe_.read.close();
  EXPECT_FALSE(write_all(pipe_.write.get(), copied("abc")));
}

TEST(SendAll, FailsWithoutSigpipe) {
  signal(SIGPIPE, SIG_DFL);
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const Descriptor near(ends[0]);
  Descriptor far(ends[1]);
  EXPECT_TRUE(send_all(near.get(), copied("abc")));
  far.close();
  EXPECT_FALSE(send_all(near.get(), copied("abc")));
}

TEST_F(StreamIo, AQueueKeepsTheBytesThatThePipeDoesNotAccept) {
  ByteQueue queue;
  const std::string large(1 << 20, 'x');
  queue.push(copied(large));
  queue.push({});
  queue.push(copied("end"));
  EXPECT_EQ(queue.size(), large.size() + 3);
  std::string got;
  while (!queue.empty()) {
    while (!queue.empty() && queue.write_once(pipe_.write.get()) == Transfer::kSome) {
    }
    got += read_everything();
    EXPECT_EQ(queue.size(), large.size() + 3 - got.size());
  }
  EXPECT_EQ(got, large + "end");
}

TEST_F(StreamIo, AQueueReportsThatTheReaderHasClosed) {
  ByteQueue queue;
  queue.push(copied("abc"));
  pipe_.read.close();
  EXPECT_EQ(queue.write_once(pipe_.write.get()), Transfer::kEnd);
  EXPECT_EQ(queue.size(), 3u);
  queue.clear();
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
}

}  // namespace
}  // namespace dps::control
