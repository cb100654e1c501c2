#include "profiles/record.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/profiles/random_record.h"

namespace dps::profiles {
namespace {

RC_GTEST_PROP(Record, DecodingReturnsTheEncodedRecord, ()) {
  const ProcessRecord record = *random_record();
  const auto decoded = decode_record(encode_record(record));
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(*decoded == record);
}

RC_GTEST_PROP(Record, RefusesAnyTruncation, ()) {
  std::vector<std::byte> bytes = encode_record(*random_record());
  bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size()));
  RC_ASSERT(!decode_record(bytes).has_value());
}

RC_GTEST_PROP(Record, RefusesBytesAfterTheEnd, ()) {
  std::vector<std::byte> bytes = encode_record(*random_record());
  bytes.push_back(std::byte{0});
  RC_ASSERT(!decode_record(bytes).has_value());
}

/// Offsets of the first fields. Source: docs/record.md.
constexpr std::size_t kVersionAt = 0;
constexpr std::size_t kLevelAt = 1;
constexpr std::size_t kStateAt = 2;
constexpr std::size_t kKnownAt = 3;

TEST(Record, NamesBothVersionsWhenTheyDiffer) {
  std::vector<std::byte> bytes = encode_record({});
  bytes[kVersionAt] = std::byte{9};
  const auto decoded = decode_record(bytes);
  ASSERT_FALSE(decoded.has_value());
  EXPECT_EQ(decoded.error().code, ErrorCode::kVersion);
  EXPECT_EQ(decoded.error().message, "the record has version 9, this dps reads 4");
}

TEST(Record, RefusesUnknownEnumerators) {
  for (const auto& [at, value] : {std::pair{kLevelAt, 3}, {kStateAt, 8}, {kKnownAt, 3}}) {
    std::vector<std::byte> bytes = encode_record({});
    bytes[at] = static_cast<std::byte>(value);
    const auto decoded = decode_record(bytes);
    ASSERT_FALSE(decoded.has_value()) << at;
    EXPECT_EQ(decoded.error().code, ErrorCode::kProtocol) << at;
  }
}

TEST(Record, RefusesFieldsThatItsLevelDoesNotHave) {
  ProcessRecord units_at_process;
  units_at_process.units.resize(1);
  EXPECT_FALSE(decode_record(encode_record(units_at_process)).has_value());
  ProcessRecord functionalities_at_unit;
  functionalities_at_unit.level = Level::kUnit;
  functionalities_at_unit.units.resize(1);
  EXPECT_TRUE(decode_record(encode_record(functionalities_at_unit)).has_value());
  functionalities_at_unit.units[0].functionalities.resize(1);
  EXPECT_FALSE(decode_record(encode_record(functionalities_at_unit)).has_value());
}

TEST(Record, RefusesATimeThatNoSumCanHold) {
  constexpr Nanoseconds kLongest(std::int64_t{1} << 61);
  ProcessRecord record;
  record.level = Level::kFunctionality;
  record.units.resize(1);
  record.units[0].functionalities.resize(1);
  record.units[0].functionalities[0].times.sys = kLongest;
  EXPECT_TRUE(decode_record(encode_record(record)).has_value());
  record.units[0].functionalities[0].times.sys = kLongest + Nanoseconds(1);
  EXPECT_FALSE(decode_record(encode_record(record)).has_value());
  ProcessRecord early;
  early.start_late = -kLongest - Nanoseconds(1);
  EXPECT_FALSE(decode_record(encode_record(early)).has_value());
}

TEST(Record, AForgedCountDoesNotAllocate) {
  std::vector<std::byte> bytes = encode_record({});
  for (std::size_t last = 1; last <= 8; ++last) {  // the two counts at the end
    bytes[bytes.size() - last] = std::byte{0xff};
  }
  EXPECT_FALSE(decode_record(bytes).has_value());
}

}  // namespace
}  // namespace dps::profiles
