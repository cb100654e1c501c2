// The memory in which simulators record events.
#include "profiles/traces/event_memory.h"

#include <gtest/gtest.h>

namespace dps::traces {
namespace {

/// Zeroed words, and the memory laid out in them.
struct Page {
  explicit Page(const Limits& limits)
      : words(EventMemory::size_for(limits) / 8),
        writer(EventMemory::create(std::as_writable_bytes(std::span(words)), limits)) {}

  void add(Ticks first, Ticks last) {
    for (Ticks time = first; time <= last; ++time) {
      writer.add(plain_record(EventKind::kWait, 0, time));
    }
  }
  [[nodiscard]] EventMemory reader() {
    return EventMemory::open(std::as_writable_bytes(std::span(words))).value();
  }
  /// The times of the recorded events.
  [[nodiscard]] std::vector<Ticks> times(std::uint64_t position = 0, std::uint64_t most = 1000) {
    std::vector<Ticks> found;
    for (const Record& record : reader().read(position, most)) {
      found.push_back(event_of(record).time);
    }
    return found;
  }

  std::vector<std::uint64_t> words;
  EventMemory writer;
};

Limits limits(std::uint64_t events, Keep keep) {
  Limits made;
  made.events = events;
  made.keep = keep;
  return made;
}

using Times = std::vector<Ticks>;

TEST(EventMemory, KeepsTheFirstAndCountsTheRest) {
  Page page(limits(3, Keep::kFirst));
  page.add(1, 2);
  EXPECT_EQ(page.times(), (Times{1, 2}));
  EXPECT_EQ(page.reader().counts(), (EventCounts{2, 0, 0}));
  page.add(3, 7);
  EXPECT_EQ(page.times(), (Times{1, 2, 3}));
  EXPECT_EQ(page.reader().counts(), (EventCounts{3, 0, 4}));
}

TEST(EventMemory, KeepsTheLastAndCountsThoseBefore) {
  Page page(limits(3, Keep::kLast));
  page.add(1, 3);
  EXPECT_EQ(page.times(), (Times{1, 2, 3}));
  for (Ticks last = 4; last < 12; ++last) {
    page.add(last, last);
    EXPECT_EQ(page.times(), (Times{last - 2, last - 1, last}));
    EXPECT_EQ(page.reader().counts(), (EventCounts{3, static_cast<std::uint64_t>(last) - 3, 0}));
  }
}

TEST(EventMemory, ARecordThatWasBeingWrittenAtTheEndSpoilsNoOther) {
  Page page(limits(3, Keep::kLast));
  page.add(1, 9);
  // The writer is killed in the next add(): a slot is overwritten, and the counter is not.
  const std::vector<std::uint64_t> before = page.words;
  Page next(limits(3, Keep::kLast));
  next.add(1, 10);
  for (std::size_t word = before.size() - 16; word < before.size(); ++word) {  // the slots
    page.words[word] = next.words[word];
  }
  EXPECT_EQ(page.times(), (Times{7, 8, 9}));
}

TEST(EventMemory, HasOnlyEventsOfTheWindow) {
  for (const Keep keep : {Keep::kFirst, Keep::kLast}) {
    Limits window = limits(100, keep);
    window.from = 3;
    window.to = 6;
    Page page(window);
    page.add(1, 9);
    EXPECT_EQ(page.times(), (Times{3, 4, 5}));
    EXPECT_EQ(page.reader().counts(), (EventCounts{3, 2, 4}));
    EXPECT_EQ(page.reader().limits(), window);
  }
}

TEST(EventMemory, IsReadInPieces) {
  Page page(limits(4, Keep::kLast));
  page.add(1, 6);
  EXPECT_EQ(page.times(0, 3), (Times{3, 4, 5}));
  EXPECT_EQ(page.times(3, 3), (Times{6}));
  EXPECT_EQ(page.times(4, 3), Times{});
  EXPECT_EQ(page.times(~std::uint64_t{0}, 3), Times{});
}

TEST(EventMemory, ARunForgetsTheLast) {
  Page page(limits(2, Keep::kLast));
  page.add(1, 5);
  page.writer.reset(2);
  EXPECT_EQ(page.reader().counts(), EventCounts{});
  EXPECT_EQ(page.reader().run(), 2U);
  page.add(8, 9);
  EXPECT_EQ(page.times(), (Times{8, 9}));
}

TEST(EventMemory, AWriterThatOverwritesItsHeaderMisleadsNoReader) {
  Page page(limits(3, Keep::kFirst));
  page.add(1, 3);
  const auto memory = std::as_writable_bytes(std::span(page.words));
  EventMemory reader = page.reader();
  for (std::size_t word = 0; word < 9; ++word) {
    page.words[word] = ~std::uint64_t{0};
  }
  EXPECT_EQ(reader.counts().recorded, 3U);
  EXPECT_EQ(reader.read(0, 1000).size(), 3U);
  EXPECT_FALSE(EventMemory::open(memory).has_value());
}

TEST(EventMemory, SizesThatDoNotFitAreRefused) {
  Page page(limits(3, Keep::kFirst));
  const auto memory = std::as_writable_bytes(std::span(page.words));
  EXPECT_FALSE(EventMemory::open(memory.first(16)).has_value());
  EXPECT_FALSE(EventMemory::open(memory.first(memory.size() - 8)).has_value());
  page.words[1] = 4;  // slots
  EXPECT_FALSE(EventMemory::open(memory).has_value());
  page.words[1] = 0;
  EXPECT_FALSE(EventMemory::open(memory).has_value());
  page.words[1] = 3;
  EXPECT_TRUE(EventMemory::open(memory).has_value());
}

}  // namespace
}  // namespace dps::traces
