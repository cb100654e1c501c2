#include <cstring>
#include <string>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "mpi_programs/board/clock.h"
#include "mpi_programs/board/log_reader.h"
#include "mpi_programs/board/log_writer.h"

namespace dps::board {
namespace {

CallRecord record_of(std::uint16_t function) {
  CallRecord record{};
  record.function = function;
  record.begin = ticks_now(LogClock::kNanoseconds);
  return record;
}

/// A second descriptor of the file, as dps receives it.
Descriptor copy_of(const LogWriter& writer) {
  return Descriptor(::fcntl(writer.descriptor(), F_DUPFD_CLOEXEC, 0));
}

TEST(Log, IsReadWhileAndAfterItIsWritten) {
  auto writer = LogWriter::make(LogClock::kNanoseconds);
  ASSERT_TRUE(writer.is_open());
  const Descriptor file = copy_of(writer);
  writer.set_limit(3 * kChunkRecords);
  const std::size_t count = kChunkRecords + 5;  // in two chunks
  for (std::size_t i = 0; i < count; ++i) {
    CallRecord* record = writer.append();
    ASSERT_NE(record, nullptr);
    *record = record_of(static_cast<std::uint16_t>(1 + i % 300));
  }
  EXPECT_EQ(writer.count(), count);
  const auto during = LogReader::open(file);
  ASSERT_TRUE(during) << during.error().message;
  ASSERT_EQ(during->records().size(), count);
  EXPECT_EQ(during->records()[kChunkRecords].function, 1 + kChunkRecords % 300);
  writer = LogWriter();
  const auto after = LogReader::open(file);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->records().size(), count);
}

TEST(Log, VirtualTimesKeepAllDigits) {
  const std::uint64_t late = (std::uint64_t{1} << 61) + 1;  // a double has 53 digits
  const TickScale scale(LogClock::kVirtual, {}, {});
  EXPECT_EQ(scale.nanoseconds(late), static_cast<std::int64_t>(late));
  EXPECT_EQ(scale.duration(late), static_cast<std::int64_t>(late));
  EXPECT_GT(scale.span(), TickScale().span());  // so that it is preferred to one that is not known
}

TEST(Log, EndsAtItsLimitWithoutHarm) {
  auto writer = LogWriter::make(LogClock::kNanoseconds);
  writer.set_limit(kChunkRecords);
  for (std::size_t i = 0; i < kChunkRecords; ++i) {
    ASSERT_NE(writer.append(), nullptr);
  }
  EXPECT_EQ(writer.append(), nullptr);
  EXPECT_EQ(writer.append(), nullptr);
}

TEST(Log, ARecordThatWasTakenBackIsNotRead) {
  auto writer = LogWriter::make(LogClock::kNanoseconds);
  const Descriptor file = copy_of(writer);
  *writer.append() = record_of(7);
  *writer.append() = record_of(8);
  writer.take_back();
  const auto reader = LogReader::open(file);
  ASSERT_TRUE(reader);
  ASSERT_EQ(reader->records().size(), 1);
  EXPECT_EQ(reader->records()[0].function, 7);
}

TEST(Log, ContentsOfASpecialRecordEndWhereTheWriterDied) {
  auto writer = LogWriter::make(LogClock::kNanoseconds);
  const Descriptor file = copy_of(writer);
  CallRecord special = record_of(kPhase);
  special.set_size(60);
  special.link = 2;
  *writer.append() = special;
  std::memcpy(static_cast<void*>(writer.append()), std::string(48, 'a').c_str(), 48);
  const auto reader = LogReader::open(file);
  ASSERT_TRUE(reader);
  const std::string_view contents = reader->contents(0);
  EXPECT_EQ(contents.size(), 60);
  EXPECT_EQ(contents.substr(0, 48), std::string(48, 'a'));
}

TEST(Log, OtherFilesAreErrors) {
  const Descriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_FALSE(LogReader::open(nothing));
  const Descriptor zero(::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  ASSERT_EQ(::ftruncate(zero.get(), kHeaderBytes), 0);
  EXPECT_EQ(LogReader::open(zero).error().code, ErrorCode::kProtocol);
}

TEST(TickScale, MapsBothInstantsExactly) {
  const TickScale scale(LogClock::kCounter, {1000, 5'000'000}, {4000, 5'001'000});
  EXPECT_EQ(scale.nanoseconds(1000), 5'000'000);
  EXPECT_EQ(scale.nanoseconds(4000), 5'001'000);
  EXPECT_EQ(scale.nanoseconds(2500), 5'000'500);
  EXPECT_EQ(scale.duration(3000), 1000);
}

}  // namespace
}  // namespace dps::board
