// Multiplexed streams: round trips, noise, and bytes that violate the protocol.
#include "transport/control/chunk_stream.h"

#include <map>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/transport/control/text_bytes.h"

namespace dps::control {
namespace {

/// The bytes of each stream; '$' marks its end.
std::map<std::uint32_t, std::string> read_all(ChunkReader& reader) {
  std::map<std::uint32_t, std::string> streams;
  for (auto chunk = reader.next(); chunk && *chunk; chunk = reader.next()) {
    streams[(*chunk)->stream] += (*chunk)->bytes.empty() ? "$" : text_of((*chunk)->bytes);
  }
  return streams;
}

RC_GTEST_PROP(ChunkStream, EveryStreamIsRestoredHoweverTheBytesAreDivided, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::string>>>(
      rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, 3), rc::gen::nonEmpty<std::string>()));
  const auto cut = *rc::gen::inRange<std::size_t>(1, 50);
  std::map<std::uint32_t, std::string> expected;
  std::vector<std::byte> wire;
  for (const auto& [stream, text] : pieces) {
    append_chunks(stream, bytes_of(text), wire);
    expected[stream] += text;
  }
  ChunkReader reader(3, false);
  std::map<std::uint32_t, std::string> got;
  for (std::size_t at = 0; at < wire.size(); at += cut) {
    reader.feed(std::span(wire).subspan(at, std::min(cut, wire.size() - at)));
    for (const auto& [stream, text] : read_all(reader)) {
      got[stream] += text;
    }
  }
  RC_ASSERT(got == expected);
}

TEST(ChunkStream, LongTextTravelsInChunksThatAPipeTakesWhole) {
  const std::string text(2 * kMaxChunk + 1, 'x');
  std::vector<std::byte> wire;
  append_chunks(0, bytes_of(text), wire);
  EXPECT_EQ(wire.size(), text.size() + 3 * kChunkHeaderBytes);
  ChunkReader reader(1, false);
  reader.feed(wire);
  const auto first = reader.next();
  ASSERT_TRUE(first && *first);
  EXPECT_EQ((*first)->bytes.size(), kMaxChunk);
  EXPECT_EQ(read_all(reader)[0].size(), kMaxChunk + 1U);
}

TEST(ChunkStream, NoiseBeforeTheMarkerIsSkippedAndKept) {
  ChunkReader reader(1, true);
  std::vector<std::byte> wire;
  append_chunks(0, bytes_of("frames"), wire);
  reader.feed(bytes_of("Welcome!\n\1dps-trunk"));
  EXPECT_TRUE(read_all(reader).empty());
  reader.feed(bytes_of("-chunks\2\n"));
  reader.feed(wire);
  EXPECT_EQ(read_all(reader)[0], "frames");
  EXPECT_EQ(reader.noise(), "Welcome!\n");
}

TEST(ChunkStream, AnEndIsTheLastOfItsStreamAndOfNoOther) {
  std::vector<std::byte> wire;
  append_chunks(1, bytes_of("a"), wire);
  append_end(1, wire);
  append_chunks(0, bytes_of("b"), wire);
  append_chunks(kTrunkItself, bytes_of("c"), wire);
  ChunkReader reader(2, false);
  reader.feed(wire);
  const std::map<std::uint32_t, std::string> expected{{0, "b"}, {1, "a$"}, {kTrunkItself, "c"}};
  EXPECT_EQ(read_all(reader), expected);
  wire.clear();
  append_chunks(1, bytes_of("late"), wire);
  reader.feed(wire);
  EXPECT_FALSE(reader.next());
}

TEST(ChunkStream, InvalidBytesAreAViolationForGood) {
  constexpr std::string_view kUnknownStream{"\2\0\0\0\1\0\0\0x", 9};
  constexpr std::string_view kTooLong{"\0\0\0\0\xf9\x0f\0\0x", 9};
  for (const std::string_view wrong : {kUnknownStream, kTooLong}) {
    ChunkReader reader(2, false);
    reader.feed(bytes_of(wrong));
    EXPECT_FALSE(reader.next());
    std::vector<std::byte> right;
    append_chunks(0, bytes_of("a"), right);
    reader.feed(right);
    EXPECT_FALSE(reader.next());
  }
}

TEST(ChunkStream, AMebibyteOfNoiseIsAViolation) {
  ChunkReader reader(1, true);
  reader.feed(bytes_of(std::string((1 << 20) + 100, 'n')));
  EXPECT_FALSE(reader.next());
}

}  // namespace
}  // namespace dps::control
