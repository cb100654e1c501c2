#include "commands/language_server/message_stream.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "commands/language_server/inbox.h"

namespace dps::commands {
namespace {

/// The messages in some bytes, which arrive one by one; a mistake has a '!' before it.
std::vector<std::string> messages_in(const std::string& bytes) {
  int ends[2];
  EXPECT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    for (const char c : bytes) {
      write_all(ends[1], std::string(1, c));
    }
    close(ends[1]);
  });
  MessageStream stream(ends[0], -1);
  std::vector<std::string> all;
  for (Incoming message = stream.read(); message.kind != Incoming::Kind::kEnd;
       message = stream.read()) {
    all.push_back((message.kind == Incoming::Kind::kMalformed ? "!" : "") + message.text);
  }
  writer.join();
  close(ends[0]);
  return all;
}

using Texts = std::vector<std::string>;

TEST(MessageStream, SplitsMessagesWhereverTheyAreCut) {
  EXPECT_EQ(
      messages_in("Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\nabc"),
      (Texts{"{}", "abc"}));
  EXPECT_EQ(messages_in("Content-Length: 2\n\n{}"), Texts{"{}"});
  EXPECT_EQ(messages_in("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nx"), (Texts{"", "x"}));
}

TEST(MessageStream, ReadsOnAfterAMalformedHeader) {
  const std::string mistake = "!the header of a message has no valid Content-Length";
  EXPECT_EQ(messages_in("Content-Length: x\r\n\r\nContent-Length: 1\r\n\r\nx"),
            (Texts{mistake, "x"}));
  EXPECT_EQ(messages_in("Hello\r\n\r\nContent-Length: -1\r\n\r\nContent-Length: 1\r\n\r\nx"),
            (Texts{mistake, mistake, "x"}));
  EXPECT_EQ(messages_in(std::string(9000, 'x')), Texts{"!the header of a message is too long"});
}

TEST(MessageStream, AMessageThatIsCutOffIsTheEnd) {
  EXPECT_EQ(messages_in("Content-Length: 5\r\n\r\nab"), Texts{});
  EXPECT_EQ(messages_in("Content-Len"), Texts{});
}

TEST(MessageStream, WritesTheLengthInBytes) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  EXPECT_TRUE(MessageStream(-1, ends[1]).write("\u00e4"));
  std::string bytes(100, ' ');
  bytes.resize(static_cast<std::size_t>(read(ends[0], bytes.data(), bytes.size())));
  EXPECT_EQ(bytes, "Content-Length: 2\r\n\r\n\u00e4");
  close(ends[0]);
  close(ends[1]);
}

TEST(MessageStream, EndsWhenTheClientHasDied) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  MessageStream stream(ends[0], -1);
  stream.set_alive([] { return false; });
  EXPECT_EQ(stream.read().kind, Incoming::Kind::kEnd);  // although the pipe is open
  close(ends[0]);
  close(ends[1]);
}

LspJson request(const LspJson& id) {
  return {{"id", id}, {"method", "m"}};
}
LspJson cancel(const LspJson& id) {
  return {{"method", "$/cancelRequest"}, {"params", {{"id", id}}}};
}

TEST(ClientInbox, CancelsARequestThatWaitsAndNoOther) {
  ClientInbox inbox;
  inbox.push(cancel(1));  // before its request: without effect
  inbox.push(request(1));
  inbox.push(request("1"));
  inbox.push(request(2));
  inbox.push(cancel(2));
  inbox.push(cancel(2));
  inbox.push(LspJson{{"method", "$/cancelRequest"}});
  inbox.close();
  EXPECT_FALSE(inbox.pop()->is_cancelled);
  inbox.push(cancel(1));  // after it
  EXPECT_FALSE(inbox.pop()->is_cancelled);
  EXPECT_TRUE(inbox.pop()->is_cancelled);
  inbox.push(request(2));  // an id that is used again
  EXPECT_FALSE(inbox.pop()->is_cancelled);
  EXPECT_FALSE(inbox.pop());
}

}  // namespace
}  // namespace dps::commands
