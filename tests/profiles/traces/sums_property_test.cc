// Random blueprints: the recorded events add up to the result, and only to it.
#include <map>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "profiles/traces/head_encoding.h"
#include "tests/profiles/traces/event_sums.h"
#include "tests/profiles/traces/random_blueprint.h"
#include "tests/profiles/traces/recorded_prediction.h"

namespace dps::traces {
namespace {

RC_GTEST_PROP(TraceSums, AreThoseOfThePrediction, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  const auto made = record_prediction(random_blueprint(seed), {}, free, 1 + seed % 50);
  for (std::uint32_t p = 0; p < made.sums.size(); ++p) {
    EventSums<Picoseconds> adder(made.program, made.sums[p]);
    const auto done = for_each_event(made.trace, p, [&](const Event& event) { adder.add(event); });
    RC_ASSERT(done.has_value());
    RC_ASSERT((adder.sums() == made.sums[p]));
  }
}

RC_GTEST_PROP(TraceHeads, OfProgramsAreReadAsTheyWereWritten, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed, seed % 2 == 0));
  const TraceHead& head = made.trace.head();
  const auto read = decode_head(encode_head(head), version_of(head));
  RC_ASSERT(read.has_value());
  RC_ASSERT((*read == made.trace.head()));
}

/// The events of a message: how many of each kind, over all processes.
using Counts = std::map<EventKind, int>;

RC_GTEST_PROP(TraceMessages, AreSentOnceAndTakenOrLateOnce, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  const TraceHead& head = made.trace.head();
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, bool, std::uint64_t>, Counts>
      all;
  for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
    RC_ASSERT(for_each_event(made.trace, p, [&](const Event& event) {
                if (is_message(event.kind)) {
                  const bool sends = is_send(event.kind);
                  ++all[{sends ? p : event.peer, sends ? event.peer : p, head.mid_of(event),
                         event.has(Flag::kTimer), event.number}][event.kind];
                }
              }).has_value());
  }
  for (auto& [message, counts] : all) {
    RC_ASSERT(std::get<4>(message) > 0U);
    RC_ASSERT(counts[EventKind::kSendBegin] == 1);
    RC_ASSERT(counts[EventKind::kSendEnd] + counts[EventKind::kSendFailed] == 1);
    RC_ASSERT(counts[EventKind::kTake] + counts[EventKind::kLate] <= 1);
    RC_ASSERT(counts[EventKind::kArrival] >= counts[EventKind::kTake]);
  }
}

}  // namespace
}  // namespace dps::traces
