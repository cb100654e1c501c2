// Structs with a list of fields: decoding restores an encoded struct, and rejects all other bytes.
#include "base/fields.h"

#include <chrono>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/time_units.h"

namespace dps {
namespace {

enum class Colour : std::uint8_t { kRed, kGreen };
constexpr Colour last_enumerator(Colour /*type*/) {
  return Colour::kGreen;
}

struct Inner {
  MessageId mid{};
  std::vector<std::uint16_t> numbers;
  bool operator==(const Inner&) const = default;
};
constexpr auto fields(const Inner*) {
  return std::tuple(&Inner::mid, &Inner::numbers);
}

struct Outer {
  Colour colour{};
  bool wide = false, deep = false, high = false;
  std::int32_t shift = 0;
  std::int64_t big = 0;
  Picoseconds virtual_time;
  std::chrono::nanoseconds real_time{};
  std::string text;
  ByteString bytes;
  std::optional<double> ratio;
  std::vector<Inner> inners;
  bool operator==(const Outer&) const = default;
};
constexpr auto fields(const Outer*) {
  return std::tuple(&Outer::colour, Padding{}, flags(&Outer::wide, &Outer::deep), &Outer::high,
                    &Outer::shift, &Outer::big, &Outer::virtual_time, &Outer::real_time,
                    &Outer::text, &Outer::bytes, &Outer::ratio, &Outer::inners);
}
bool is_allowed(const Decoder& /*in*/, const Outer& outer) {
  return outer.text != "forbidden";
}

template <typename T>
ByteString encoded(const T& value) {
  Encoder out;
  encode_value(out, value);
  return out.take();
}

template <typename T>
std::optional<T> decoded(std::span<const std::byte> bytes) {
  Decoder in(bytes);
  T value;
  decode_value(in, value);
  return in.complete() ? std::optional<T>(value) : std::nullopt;
}

Outer any_outer() {
  Outer outer;
  outer.colour = *rc::gen::element(Colour::kRed, Colour::kGreen);
  outer.wide = *rc::gen::arbitrary<bool>();
  outer.deep = *rc::gen::arbitrary<bool>();
  outer.high = *rc::gen::arbitrary<bool>();
  outer.shift = *rc::gen::arbitrary<std::int32_t>();
  outer.big = *rc::gen::arbitrary<std::int64_t>();
  outer.virtual_time = Picoseconds(*rc::gen::arbitrary<std::int64_t>());
  outer.real_time = std::chrono::nanoseconds(*rc::gen::arbitrary<std::int64_t>());
  outer.text = *rc::gen::arbitrary<std::string>();
  outer.bytes.resize(*rc::gen::inRange<std::size_t>(0, 9), std::byte{7});
  if (*rc::gen::arbitrary<bool>()) {
    outer.ratio = *rc::gen::inRange(-9, 9) / 8.0;
  }
  outer.inners.resize(*rc::gen::inRange<std::size_t>(0, 4));
  for (Inner& inner : outer.inners) {
    inner.mid = MessageId{*rc::gen::arbitrary<std::uint32_t>()};
    inner.numbers = *rc::gen::arbitrary<std::vector<std::uint16_t>>();
  }
  return outer;
}

RC_GTEST_PROP(Fields, DecodingUndoesEncoding, ()) {
  const Outer outer = any_outer();
  RC_ASSERT(decoded<Outer>(encoded(outer)) == outer);
}

RC_GTEST_PROP(Fields, NoPrefixIsAccepted, ()) {
  const ByteString bytes = encoded(any_outer());
  const auto length = *rc::gen::inRange<std::size_t>(0, bytes.size());
  RC_ASSERT(!decoded<Outer>(std::span(bytes).first(length)));
}

/// Every value has only one encoding, so that different bytes never have the same meaning.
RC_GTEST_PROP(Fields, AChangedByteIsRejectedOrChangesTheValue, ()) {
  ByteString bytes = encoded(any_outer());
  const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
  bytes[at] ^= static_cast<std::byte>(*rc::gen::inRange(1, 256));
  const auto received = decoded<Outer>(bytes);
  if (received) {
    RC_ASSERT(encoded(*received) == bytes);
  }
}

TEST(Fields, AreLaidOutInTheOrderOfTheirList) {
  const Inner inner{MessageId{0x0102}, {0x0304}};
  const ByteString expected{std::byte{2}, std::byte{1}, std::byte{0}, std::byte{0}, std::byte{1},
                            std::byte{0}, std::byte{0}, std::byte{0}, std::byte{4}, std::byte{3}};
  EXPECT_EQ(encoded(inner), expected);
}

TEST(Fields, TheSmallestSizeIsThatOfAStructWithoutItems) {
  EXPECT_EQ(smallest_size(static_cast<const Inner*>(nullptr)), encoded(Inner{}).size());
  EXPECT_EQ(smallest_size(static_cast<const Outer*>(nullptr)), encoded(Outer{}).size());
}

struct Forgery {
  const char* what;
  std::size_t at;
  std::uint8_t value;
};

TEST(Fields, ForgedBytesAreRejected) {
  const Forgery forgeries[] = {
      {"no such enumerator", 0, 2}, {"padding that is not 0", 1, 1},
      {"no such flag", 2, 4},       {"a bool of 2", 3, 2},
      {"an optional of 2", 40, 2},  {"a count beyond the end", 41, 1},
  };
  for (const Forgery& forgery : forgeries) {
    ByteString bytes = encoded(Outer{});
    bytes[forgery.at] = std::byte{forgery.value};
    EXPECT_FALSE(decoded<Outer>(bytes)) << forgery.what;
  }
  Outer outer;
  outer.text = "forbidden";
  EXPECT_FALSE(decoded<Outer>(encoded(outer)));
}

}  // namespace
}  // namespace dps
