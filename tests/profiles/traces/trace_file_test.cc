#include "profiles/traces/trace_file.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/core_turns.h"
#include "profiles/traces/head_encoding.h"
#include "tests/profiles/traces/small_trace.h"
#include "tests/support/scratch_folder.h"

namespace dps::traces {
namespace {

std::string bytes_of(const Trace& trace) {
  std::string bytes;
  BufferedOutput output([&](std::string_view text) {
    bytes += text;
    return Result<void>();
  });
  EXPECT_TRUE(write_trace(trace, output));
  return bytes;
}

Trace sample() {
  TraceHead head = small_head();
  head.hosts[1] = {"right", -5, 1e-6};
  head.limits = {7, Keep::kLast, 0, 1000};
  head.communicators = {{"", {0, 1}, {}}, {"comm1", {1}, {0}}};
  head.channels = {{1, -1}};
  Event begin = event_at(0, EventKind::kProcessBegin);
  begin.flags = Flag::kCpuTime;
  begin.user = 5;
  begin.sys = 7;
  Event timer = message_at(12, EventKind::kLate, 1, (std::uint64_t{1} << 48) - 1);
  timer.flags = Flag::kTimer;
  return trace_of(head, {{0, begin},
                         {0, message_at(3, EventKind::kSendBegin, 1, 1)},
                         {1, message_at(4, EventKind::kArrival, 0, 1)},
                         {0, message_at(5, EventKind::kCollectiveBegin, 1, 8)},
                         {0, message_at(6, EventKind::kCollectiveEnd, 1, 8)},
                         {0, event_at(9, EventKind::kFunctionalityEnd, 2)},
                         {1, timer}});
}

class TraceFiles : public testing::Test {
 protected:
  /// The error of opening a file with these bytes, or of reading its events.
  [[nodiscard]] std::string error_of(const std::string& bytes) const {
    const auto trace = open_trace(folder_.write("t.dpstrace", bytes));
    if (!trace) {
      return trace.error().message;
    }
    for (std::uint32_t p = 0; p < trace->head().processes.size(); ++p) {
      if (const auto done = for_each_event(*trace, p, [](const Event&) {}); !done) {
        return done.error().message;
      }
    }
    return "";
  }
  [[nodiscard]] std::string name() const {
    return "'" + (folder_.path() / "t.dpstrace").string() + "'";
  }

  support::ScratchFolder folder_;
};

TEST_F(TraceFiles, AreReadAsTheyWereWritten) {
  const Trace written = sample();
  const auto read = open_trace(folder_.write("t.dpstrace", bytes_of(written)));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->head(), written.head());
  EXPECT_EQ(events_of(*read, 0), events_of(written, 0));
  EXPECT_EQ(events_of(*read, 1), events_of(written, 1));
  EXPECT_EQ(bytes_of(*read), bytes_of(written));
}

TEST_F(TraceFiles, EveryTruncatedFileIsRefusedWithAReason) {
  const std::string whole = bytes_of(sample());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_NE(error_of(whole.substr(0, size)), "") << size;
  }
  EXPECT_EQ(error_of(""), name() + " is empty, so it is not a trace (.dpstrace)");
  EXPECT_EQ(error_of(whole.substr(0, 15)), name() + " is truncated: it has only 15 bytes");
  EXPECT_EQ(error_of(whole.substr(0, whole.size() - 1)),
            name() + " is truncated: it has " + std::to_string(whole.size() - 1) +
                " bytes and ends in the events of 'B.p[0]', which has 2, from byte " +
                std::to_string(whole.size() - 64));
  EXPECT_EQ(error_of(whole + "x"),
            name() + " has 1 bytes after its last event, at byte " + std::to_string(whole.size()));
}

TEST_F(TraceFiles, ADamagedEventIsNamedWithItsPlace) {
  const std::string whole = bytes_of(sample());
  const std::size_t last = whole.size() - kRecordBytes;
  std::string bytes = whole;
  bytes[last + 24] = 77;
  EXPECT_EQ(error_of(bytes), name() + " is damaged at byte " + std::to_string(last) +
                                 ", in the events of 'B.p[0]': there is no event of kind 77 with "
                                 "flags 2");
  bytes = whole;
  bytes[last] = 1;
  EXPECT_EQ(error_of(bytes), name() + " is damaged at byte " + std::to_string(last) +
                                 ", in the events of 'B.p[0]': LATE is earlier than the event "
                                 "before it");
  bytes = whole;
  bytes[last + 16] = 1;
  EXPECT_EQ(error_of(bytes), name() + " is damaged at byte " + std::to_string(last) +
                                 ", in the events of 'B.p[0]': LATE refers to number 1 of 1, and "
                                 "to process 1 of 2");
}

TEST_F(TraceFiles, OtherFilesAreNoTraces) {
  EXPECT_EQ(error_of("P A.p 1 u.u\nU u.u f.f\n"), name() + " is not a trace (.dpstrace)");
  std::string later = bytes_of(sample());
  later[8] = 9;
  EXPECT_EQ(error_of(later), name() + " is a trace of version 9; this dps reads versions 2 to 7");
  EXPECT_EQ(open_trace("/dev/null").error().message,
            "'/dev/null' is not a regular file; 'dps trace -' reads a trace from a pipe");
}

TEST(TraceHeads, ThatContradictThemselvesAreRefused) {
  const auto error_of_head = [](auto change) {
    TraceHead head = small_head();
    change(head);
    const auto read = decode_head(encode_head(head), version_of(head));
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error_of_head([](TraceHead&) {}), "");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.lines[3].section = 'X'; }),
            "item 3 of the lines is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.computations[0] = 8; }),
            "item 0 of the computations is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.plans[0].units[0].first = 1; }),
            "item 0 of the plans is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.hosts[0].rate = 2; }),
            "item 0 of the hosts is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.processes[1].host = 2; }),
            "item 1 of the processes is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) { head.groups.pop_back(); }),
            "its groups have 1 processes, and the list of processes 2");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.communicators = {{"", {0, 2}, {}}};
            }),
            "item 0 of the communicators is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.channels = {{0, 5}};
            }),
            "item 0 of the channels is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.communicators = {{"", {0, 1}, {}}};
              head.channels = {{0, 5}, {0, 6}};
            }),
            "it has 2 channels for 1 message types");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.collections = {{{{1, 1}}}};
            }),
            "item 0 of the collections is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.uses = {{{0, 1}, {PlanUses::kNone, 0, PlanUses::kNone}}};
            }),
            "item 0 of the uses is wrong");
  EXPECT_EQ(error_of_head([](TraceHead& head) {
              head.uses = {{{0}, {}}};
            }),
            "its uses do not fit its plans");
}

/// The only output contributes to operations of both processes.
TraceHead collective_head() {
  TraceHead head = small_head();
  head.has_requests = true;
  head.communicators = {{"Sum.o", {1, 0}, {}}};
  head.collectives = {{0, "allreduce", "ring"}};
  for (OutputLine& output : head.outputs) {
    output.collective = 0;
  }
  return head;
}

TEST_F(TraceFiles, OfCollectiveOperationsHaveTheirGroupsAndAlgorithms) {
  const Trace written =
      trace_of(collective_head(), {{0, message_at(3, EventKind::kCollectiveBegin, 0, 1)},
                                   {0, message_at(6, EventKind::kCollectiveEnd, 0, 1)}});
  const auto read = open_trace(folder_.write("t.dpstrace", bytes_of(written)));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->head(), written.head());
  EXPECT_EQ(version_of(read->head()), kTurnlessVersion);
  EXPECT_FALSE(read->head().is_mpi_program());
  EXPECT_EQ(events_of(*read, 0), events_of(written, 0));
}

TEST_F(TraceFiles, WithImpossibleCollectivesAreRejected) {
  const auto error_of_changed = [](auto change) {
    TraceHead head = collective_head();
    change(head);
    const auto read = decode_head(encode_head(head), kTurnlessVersion);
    return read ? std::string() : read.error().message;
  };
  EXPECT_EQ(error_of_changed([](TraceHead& head) { head.collectives[0].communicator = 1; }),
            "item 0 of the collectives is wrong");
  EXPECT_NE(error_of_changed([](TraceHead& head) { head.outputs[0].collective = 1; }), "");
  TraceHead head = collective_head();
  head.outputs[0].collective = OutputLine::kNoCollective;
  const Trace written = trace_of(head, {{0, message_at(3, EventKind::kCollectiveBegin, 0, 1)}});
  EXPECT_NE(error_of(bytes_of(written))
                .find("COLLECTIVE_BEGIN refers to output 0, which has no "
                      "collective operations"),
            std::string::npos);
}

TEST(TraceHeads, HaveTheTurnsOfHosts) {
  for (TraceHead head : {small_head(), collective_head()}) {
    head.hosts[1].cores = 2;
    head.hosts[1].turn = 3'000'000;
    EXPECT_EQ(version_of(head), kTraceVersion);
    const auto read = decode_head(encode_head(head), kTraceVersion);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, head);
    head.hosts[1].turn = kShortestTurn.count() - 1;
    EXPECT_FALSE(decode_head(encode_head(head), kTraceVersion));
    head.hosts[1].turn = 3'000'000;
    head.hosts[1].cores = 0;
    EXPECT_FALSE(decode_head(encode_head(head), kTraceVersion));
  }
}

TEST_F(TraceFiles, OfVersionTwoAreReadWithoutUses) {
  std::string bytes = bytes_of(sample());
  constexpr std::size_t kHeadLength = 12;
  constexpr std::size_t kPrelude = 16;
  constexpr std::size_t kAddedLists = 24;  // three empty ones, and the cores of two hosts
  const auto byte = [&](std::size_t at) {
    return static_cast<std::size_t>(static_cast<unsigned char>(bytes[at]));
  };
  const std::size_t head_size = byte(kHeadLength) | byte(kHeadLength + 1) << 8;
  ASSERT_GE(head_size, kAddedLists);
  const std::size_t old_size = head_size - kAddedLists;
  bytes[8] = 2;
  bytes[kHeadLength] = static_cast<char>(old_size % 256);
  bytes[kHeadLength + 1] = static_cast<char>(old_size / 256);
  bytes.erase(kPrelude + old_size, kAddedLists);
  EXPECT_EQ(error_of(bytes), "");
}

TEST(TraceHeads, TheUnitOfAFunctionalityFollowsFromItsPosition) {
  const TraceHead head = small_head();
  EXPECT_EQ(head.unit_of(0, 0), 0U);
  EXPECT_EQ(head.unit_of(0, 1), 1U);
  EXPECT_EQ(head.unit_of(1, 2), 1U);
  EXPECT_EQ(head.functionality_line(0, 2).tag, "g.f");
  EXPECT_EQ(head.process_name(1), "B.p[0]");
}

RC_GTEST_PROP(TraceRecords, AreReadAsTheyWereWritten, ()) {
  Event event;
  event.kind = static_cast<EventKind>(
      *rc::gen::inRange(1, 1 + static_cast<int>(last_enumerator(EventKind{}))));
  event.flags = static_cast<std::uint8_t>(*rc::gen::inRange(0, 32));
  event.time = *rc::gen::arbitrary<Ticks>();
  event.element = *rc::gen::arbitrary<std::uint32_t>();
  if (is_nesting(event.kind)) {
    event.user = *rc::gen::arbitrary<Ticks>();
    event.sys = *rc::gen::arbitrary<Ticks>();
  } else if (has_peer(event.kind)) {
    event.peer = *rc::gen::arbitrary<std::uint32_t>();
    event.number = *rc::gen::arbitrary<std::uint64_t>() >> 16;
    event.bytes = has_bytes(event.kind) ? *rc::gen::arbitrary<std::uint64_t>() : 0;
    event.work = has_bytes(event.kind) ? 0 : *rc::gen::arbitrary<Ticks>();
  } else {
    event.flags = 0;
  }
  std::array<std::byte, kRecordBytes> bytes{};
  const Record record = record_of(event);
  store({&record, 1}, bytes);
  RC_ASSERT((event_of(load(bytes)) == event));
}

}  // namespace
}  // namespace dps::traces
