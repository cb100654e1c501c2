// Decoding restores every encoded frame, and rejects all other bytes.
#include "transport/control/frames.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/transport/control/random_frames.h"

namespace dps::control {
namespace {

Result<Frame> decode(const std::vector<std::byte>& bytes) {
  const std::span<const std::byte> all(bytes);
  const auto header = decode_header(all.first(kHeaderBytes), kMaxBody);
  if (!header) {
    return tl::unexpected(header.error());
  }
  return decode_body(*header, all.subspan(kHeaderBytes));
}

RC_GTEST_PROP(Frames, DecodeUndoesEncode, ()) {
  const Frame frame = *random_frame();
  const auto process = *rc::gen::arbitrary<std::uint32_t>();
  const auto run = *rc::gen::arbitrary<std::uint32_t>();
  const auto bytes = encode(frame, process, run);
  const auto header = decode_header(std::span(bytes).first(kHeaderBytes), kMaxBody);
  RC_ASSERT(header.has_value());
  RC_ASSERT(*header == (FrameHeader{static_cast<std::uint32_t>(bytes.size() - kHeaderBytes),
                                    kind_of(frame), false, process, run}));
  const auto back = decode(bytes);
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == frame);
}

RC_GTEST_PROP(Frames, ShorterAndLongerBodiesAreRefused, ()) {
  const Frame frame = *random_frame();
  auto bytes = encode(frame);
  FrameHeader header{static_cast<std::uint32_t>(bytes.size() - kHeaderBytes), kind_of(frame)};
  const auto body = std::span<const std::byte>(bytes).subspan(kHeaderBytes);
  if (!body.empty()) {
    const auto kept = *rc::gen::inRange<std::size_t>(0, body.size());
    header.length = static_cast<std::uint32_t>(kept);
    RC_ASSERT(!decode_body(header, body.first(kept)).has_value());
  }
  std::vector<std::byte> longer(body.begin(), body.end());
  longer.push_back(std::byte{0});
  header.length = static_cast<std::uint32_t>(longer.size());
  RC_ASSERT(!decode_body(header, longer).has_value());
}

TEST(Frames, TheHeaderIsLaidOutAsDocumented) {
  const auto bytes = encode(LaunchedFrame{0x01020304}, 5, 6);
  const std::vector<unsigned char> expected = {4, 0, 0, 0, 65, 0, 0, 0, 5, 0,
                                               0, 0, 6, 0, 0,  0, 4, 3, 2, 1};
  ASSERT_EQ(bytes.size(), expected.size());
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), expected.begin(),
                         [](std::byte a, unsigned char b) { return a == std::byte{b}; }));
}

TEST(Frames, EveryKindHasItsNumber) {
  EXPECT_EQ(kind_of(Launch{}), FrameKind::kLaunch);
  EXPECT_EQ(static_cast<int>(kind_of(PingFrame{})), 8);
  EXPECT_EQ(static_cast<int>(kind_of(HelloFrame{})), 64);
  EXPECT_EQ(static_cast<int>(kind_of(FetchFrame{})), 9);
  EXPECT_EQ(static_cast<int>(kind_of(StuckFrame{})), 77);
  EXPECT_EQ(static_cast<int>(kind_of(EventsFrame{})), 78);
  EXPECT_STREQ(name(FrameKind::kAgentLost), "AGENT_LOST");
}

struct BadHeader {
  const char* what;
  std::uint32_t length;
  std::uint16_t kind, flags;
};

class BadHeaders : public testing::TestWithParam<BadHeader> {};

TEST_P(BadHeaders, AreRefused) {
  auto bytes = encode(ReadyFrame{});
  for (std::size_t i = 0; i < 4; ++i) {
    bytes[i] = static_cast<std::byte>(GetParam().length >> (8 * i));
  }
  for (std::size_t i = 0; i < 2; ++i) {
    bytes[4 + i] = static_cast<std::byte>(GetParam().kind >> (8 * i));
    bytes[6 + i] = static_cast<std::byte>(GetParam().flags >> (8 * i));
  }
  const auto header = decode_header(bytes, kMaxBody);
  ASSERT_FALSE(header.has_value()) << GetParam().what;
  EXPECT_EQ(header.error().code, ErrorCode::kProtocol);
}

INSTANTIATE_TEST_SUITE_P(
    Frames, BadHeaders,
    testing::Values(BadHeader{"kind 0", 0, 0, 0}, BadHeader{"first unused kind down", 0, 10, 0},
                    BadHeader{"last unused kind", 0, 63, 0}, BadHeader{"kind above all", 0, 79, 0},
                    BadHeader{"text", 0x6c6c6568, 0x206f, 0x6f77},
                    BadHeader{"reserved flag", 0, 67, 2}, BadHeader{"all flags", 0, 67, 0xffff},
                    BadHeader{"above the limit", kMaxBody + 1, 67, 0},
                    BadHeader{"bulk above the limit", kMaxBulk + 1, 70, 0}));

TEST(Frames, EventsHaveTheFieldsOfTheDocumentAndWholeRecords) {
  EventsFrame events{1, 2, 3, 4, ByteString(kEventBytes, std::byte{7})};
  auto bytes = encode(events, 5, 6);
  ASSERT_EQ(bytes.size(), kHeaderBytes + 4 * 8 + 4 + kEventBytes);
  EXPECT_EQ(bytes[kHeaderBytes], std::byte{1});
  EXPECT_EQ(bytes[kHeaderBytes + 24], std::byte{4});
  EXPECT_EQ(bytes[kHeaderBytes + 32], std::byte{kEventBytes});
  EXPECT_TRUE(decode(bytes).has_value());
  events.records.pop_back();
  EXPECT_FALSE(decode(encode(events, 5, 6)).has_value());
  events.records.resize(kEventsOfAFrame * kEventBytes);
  EXPECT_LE(encode(events).size() - kHeaderBytes, kMaxBody);
}

TEST(Frames, LimitsAreExact) {
  EXPECT_EQ(body_limit(FrameKind::kRecord, kMaxBodyBefore), kMaxBodyBefore);
  EXPECT_EQ(body_limit(FrameKind::kRecord, kMaxBody), kMaxBulk);
  EXPECT_EQ(body_limit(FrameKind::kOutput, kMaxBody), kMaxBody);
  std::vector<std::byte> header(kHeaderBytes);
  encode_header({.length = kMaxBodyBefore, .kind = FrameKind::kHello}, header);
  EXPECT_TRUE(decode_header(header, kMaxBodyBefore).has_value());
  encode_header({.length = kMaxBodyBefore + 1, .kind = FrameKind::kHello}, header);
  EXPECT_FALSE(decode_header(header, kMaxBodyBefore).has_value());
}

TEST(Frames, ForgedCountsAndEnumeratorsAreRefused) {
  PlanFrame plan;
  plan.secret.resize(kSecretBytes - 1);
  EXPECT_FALSE(decode(encode(plan)).has_value());
  DoneFrame done;
  done.ending = events::Ending{3};
  EXPECT_FALSE(decode(encode(done)).has_value());
  EXPECT_FALSE(decode(encode(DiedFrame{.state = profiles::ProcessState{8}})).has_value());
  EXPECT_FALSE(decode(encode(FailedFrame{ErrorCode{7}, "", ""})).has_value());

  auto peers = encode(PeersFrame{});
  peers[kHeaderBytes + 3] = std::byte{0x7f};  // 2 billion peers in 8 bytes
  EXPECT_FALSE(decode(peers).has_value());
  auto launch = encode(Launch{});
  launch[kHeaderBytes] = std::byte{3};  // not a level
  EXPECT_FALSE(decode(launch).has_value());
}

}  // namespace
}  // namespace dps::control
