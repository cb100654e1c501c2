// Random blueprints: the recorded events add up to the result, and only to it.
#include <map>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/traces/random_blueprint.h"
#include "tests/traces/recorded_prediction.h"
#include "traces/head_encoding.h"

namespace dps::traces {
namespace {

using Sums = profiles::ProcessSums<Picoseconds>;

Picoseconds ps(Ticks ticks) {
  return Picoseconds(ticks);
}

/// Adds up the events of one process, as docs/trace.md says.
class Adder {
 public:
  Adder(const blueprint::Program& program, const Sums& shape) : program_(program) {
    for (const Sums::Unit& unit : shape.units) {
      first_.push_back(static_cast<std::uint32_t>(rows_));
      rows_ += unit.functionalities.size();
      sums_.units.emplace_back().functionalities.resize(unit.functionalities.size());
    }
  }

  void add(const Event& event) {
    switch (event.kind) {
      case EventKind::kProcessBegin:
        break;
      case EventKind::kProcessEnd:
        sums_.times = times_of(event);
        add_idle(event.time);
        break;
      case EventKind::kUnitBegin:
        unit_ = event.element;
        unit_since_ = times_of(event);
        ++unit().active;
        break;
      case EventKind::kUnitEnd:
        EXPECT_EQ(event.element, unit_);
        unit().times += times_of(event) - unit_since_;
        break;
      case EventKind::kFunctionalityBegin:
        row_ = event.element - first_[unit_];
        functionality_since_ = times_of(event);
        ++functionality().triggered;
        break;
      case EventKind::kFunctionalityEnd:
        EXPECT_EQ(event.element, row_ + first_[unit_]);
        functionality().times += times_of(event) - functionality_since_;
        break;
      default:
        add_inner(event);
    }
  }

  [[nodiscard]] const Sums& sums() const { return sums_; }

 private:
  static Sums::Times times_of(const Event& event) {
    EXPECT_TRUE(event.has(Flag::kCpuTime));
    return {ps(event.time), ps(event.user), ps(event.sys)};
  }
  Sums::Unit& unit() { return sums_.units[unit_]; }
  Sums::Functionality& functionality() { return unit().functionalities[row_]; }
  void add_idle(Ticks until) {
    if (waits_since_ && *waits_since_ < until) {
      sums_.idle += ps(until - *waits_since_);
    }
    waits_since_.reset();
  }

  void add_inner(const Event& event) {
    const Ticks span = event.time - since_;
    switch (event.kind) {
      case EventKind::kComputationBegin:
        since_ = event.time;
        break;
      case EventKind::kComputationEnd:
        sums_.compute += ps(span);
        functionality().compute += ps(span);
        if (program_.computations[event.element].kind == blueprint::ComputationKind::kSleep) {
          sums_.sleep += ps(span);
        }
        break;
      case EventKind::kSendBegin:
        since_ = event.time;
        bytes_ = event.bytes;
        break;
      case EventKind::kSendEnd:
        sent(span, event.work);
        break;
      case EventKind::kSendFailed:
        sums_.send += ps(span);
        functionality().send += ps(span);
        break;
      default:
        add_received(event);
    }
  }
  void sent(Ticks span, Ticks packing) {
    sums_.send += ps(span);
    sums_.pack += ps(packing);
    functionality().send += ps(span);
    ++functionality().msgs_out;
    functionality().bytes_out += bytes_;
    for (profiles::Traffic* traffic : {&sums_.traffic, &unit().traffic}) {
      ++traffic->msgs_out;
      traffic->bytes_out += bytes_;
    }
  }
  void add_received(const Event& event) {
    const auto key = std::tuple(event.peer, event.element, event.has(Flag::kTimer), event.number);
    if (event.kind == EventKind::kWait) {
      waits_since_ = event.time;
    } else if (event.kind == EventKind::kArrival) {
      EXPECT_TRUE(arrived_.emplace(key, event.bytes).second);
    } else if (event.kind == EventKind::kTake) {
      EXPECT_EQ(event.has(Flag::kWaited), *waits_since_ < event.time - event.work);
      add_idle(event.time - event.work);
      sums_.take += ps(event.work);
      for (profiles::Traffic* traffic : {&sums_.traffic, &unit().traffic}) {
        ++traffic->msgs_in;
        traffic->bytes_in += arrived_.at(key);
      }
    } else {
      ++sums_.late;
    }
  }

  const blueprint::Program& program_;
  Sums sums_;
  std::vector<std::uint32_t> first_;
  std::size_t rows_ = 0;
  std::uint32_t unit_ = 0;
  std::uint32_t row_ = 0;
  Sums::Times unit_since_, functionality_since_;
  Ticks since_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<Ticks> waits_since_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool, std::uint64_t>, std::uint64_t> arrived_;
};

RC_GTEST_PROP(TraceSums, AreThoseOfThePrediction, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const bool free = *rc::gen::inRange(0, 4) == 0;
  const auto made = record_prediction(random_blueprint(seed), {}, free, 1 + seed % 50);
  for (std::uint32_t p = 0; p < made.sums.size(); ++p) {
    Adder adder(made.program, made.sums[p]);
    const auto done = for_each_event(made.trace, p, [&](const Event& event) { adder.add(event); });
    RC_ASSERT(done.has_value());
    RC_ASSERT((adder.sums() == made.sums[p]));
  }
}

RC_GTEST_PROP(TraceHeads, OfProgramsAreReadAsTheyWereWritten, ()) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 1'000'000'000);
  const auto made = record_prediction(random_blueprint(seed));
  const auto read = decode_head(encode_head(made.trace.head()));
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
