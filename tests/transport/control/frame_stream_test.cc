// The frames that are read do not depend on the pieces in which the stream arrives. An invalid
// frame ends the stream.
#include "transport/control/frame_stream.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/transport/control/random_frames.h"
#include "tests/transport/control/text_bytes.h"

namespace dps::control {
namespace {

constexpr StreamRules kUp{.trusted = true};
constexpr StreamRules kDown{.down = true, .trusted = true};

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}
/// A frame so large that it must be divided into parts.
Frame large_record() {
  return RecordFrame{ByteString(20'000)};
}

RC_GTEST_PROP(FrameStream, CutsDoNotMatter, ()) {
  const auto sent = *rc::gen::container<std::vector<Frame>>(random_frame());
  std::vector<std::byte> up;
  std::vector<std::byte> down;
  for (const Frame& frame : sent) {
    append(goes_down(kind_of(frame)) ? down : up, encode(frame, 1, 2));
  }
  std::vector<Frame> got;
  for (const bool is_down : {true, false}) {
    FrameReader reader(is_down ? kDown : kUp);
    std::span<const std::byte> rest(is_down ? down : up);
    while (!rest.empty()) {
      const auto piece = *rc::gen::inRange<std::size_t>(1, rest.size() + 1);
      reader.feed(rest.first(piece));
      rest = rest.subspan(piece);
      for (auto next = reader.next(); next && *next; next = reader.next()) {
        got.push_back((*next)->frame);
      }
    }
    RC_ASSERT(reader.at_boundary());
  }
  std::vector<Frame> expected = sent;
  std::stable_partition(expected.begin(), expected.end(),
                        [](const Frame& frame) { return goes_down(kind_of(frame)); });
  RC_ASSERT(got == expected);
}

RC_GTEST_PROP(FrameStream, PartsAreSmallAndAreJoinedAgain, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(0, 40'000);
  const Frame frame = RecordFrame{ByteString(size)};
  FrameReader reader(kUp);
  std::optional<ReceivedFrame> got;
  for (const auto& part : in_parts(encode(frame, 7, 3))) {
    RC_ASSERT(part.size() <= kMaxPart);
    RC_ASSERT(!got);
    reader.feed(part);
    got = reader.next().value();
  }
  RC_ASSERT(got.has_value());
  RC_ASSERT(got->frame == frame);
  RC_ASSERT(got->header.process == 7U);
  RC_ASSERT(got->header.run == 3U);
}

TEST(FrameStream, SkipsTheOutputOfALoginScriptButKeepsIt) {
  FrameReader reader({.marker = true});
  const std::string greeting = "Welcome to node3\n\1dps-agent\nlast login: never\n";
  for (const char c : greeting + std::string(kMarker)) {
    EXPECT_FALSE(reader.found_marker());
    reader.feed(bytes_of({&c, 1}));
    ASSERT_EQ(reader.next().value(), std::nullopt);
  }
  EXPECT_TRUE(reader.found_marker());
  EXPECT_EQ(reader.noise(), greeting);
  HelloFrame hello;
  hello.host = "node3";
  reader.feed(encode(hello));
  EXPECT_EQ(std::get<HelloFrame>(reader.next().value()->frame).host, "node3");
}

TEST(FrameStream, GivesUpOnTextWithoutEnd) {
  FrameReader reader({.marker = true});
  const std::string text(64 << 10, '.');
  std::size_t fed = 0;
  while (reader.next().has_value()) {
    ASSERT_LE(fed, 2U << 20);
    reader.feed(bytes_of(text));
    fed += text.size();
  }
  EXPECT_GT(fed, 1U << 20);
  EXPECT_EQ(reader.noise().size(), 4U << 10);
}

TEST(FrameStream, AgentLostIsReadAfterTheHalfFrameOfAKilledWriter) {
  FrameReader reader(kUp);
  const auto parts = in_parts(encode(large_record(), 1));
  reader.feed(parts[0]);
  reader.feed(parts[1]);
  EXPECT_EQ(reader.next().value(), std::nullopt);
  EXPECT_FALSE(reader.at_boundary());
  reader.feed(encode(AgentLostFrame{"agent", 9, 0}));
  EXPECT_EQ(reader.next().value()->frame, Frame(AgentLostFrame{"agent", 9, 0}));
  EXPECT_TRUE(reader.at_boundary());
}

TEST(FrameStream, NoOtherFrameMayComeBetweenParts) {
  FrameReader reader(kUp);
  reader.feed(in_parts(encode(large_record(), 1))[0]);
  reader.feed(encode(ReadyFrame{}, 1));
  EXPECT_EQ(reader.next().error().code, ErrorCode::kProtocol);
}

TEST(FrameStream, PartsOfTwoProcessesDoNotMix) {
  FrameReader reader(kUp);
  reader.feed(in_parts(encode(large_record(), 1))[0]);
  reader.feed(in_parts(encode(large_record(), 2))[1]);
  EXPECT_EQ(reader.next().error().code, ErrorCode::kProtocol);
}

TEST(FrameStream, TheLimitHoldsForAllPartsTogether) {
  const auto parts = in_parts(encode(OutputFrame{std::string(kMaxBody, 'o'), 0}, 1));
  FrameReader reader(kUp);
  bool refused = false;
  for (const auto& part : parts) {
    reader.feed(part);
    refused = !reader.next().has_value();
  }
  EXPECT_TRUE(refused);  // text, its length and the count exceed kMaxBody
}

TEST(FrameStream, EmptyPartsAreRefused) {
  std::vector<std::byte> part(kHeaderBytes);
  encode_header({.length = 0, .kind = FrameKind::kRecord, .more = true}, part);
  FrameReader reader(kUp);
  reader.feed(part);
  EXPECT_EQ(reader.next().error().code, ErrorCode::kProtocol);
}

TEST(FrameStream, FramesOfTheOtherDirectionAreRefusedForGood) {
  FrameReader reader(kUp);
  reader.feed(encode(ByeFrame{}));
  EXPECT_EQ(reader.next().error().message, "a BYE frame from the wrong side");
  reader.feed(encode(ReadyFrame{}));
  EXPECT_EQ(reader.next().error().message, "a BYE frame from the wrong side");
}

TEST(FrameStream, OnlyAcceptedAgentsMaySendMuch) {
  const auto large = encode(RecordFrame{ByteString(kMaxBodyBefore)});
  FrameReader stranger(StreamRules{});
  stranger.feed(large);
  EXPECT_EQ(stranger.next().error().code, ErrorCode::kProtocol);
  FrameReader known(StreamRules{});
  known.accept();
  known.feed(large);
  EXPECT_TRUE(known.next().value().has_value());
}

TEST(FrameStream, RawFramesArePassedOnUnchanged) {
  const auto bytes = encode(large_record(), 4, 2);
  FrameReader reader(kUp);
  reader.feed(bytes);
  EXPECT_EQ(encode(*reader.next_raw().value()), bytes);
}

}  // namespace
}  // namespace dps::control
