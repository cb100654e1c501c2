/// The sums of the events of one process, for comparisons with the result.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/program.h"
#include "profiles/process_sums.h"
#include "profiles/traces/event.h"

namespace dps::traces {

/// Adds up events. All events that may have CPU time have it. Source: docs/trace.md.
template <typename Time>
class EventSums {
 public:
  using Sums = profiles::ProcessSums<Time>;

  /// `shape` has as many units and functionalities as the sums will have. The program is borrowed.
  EventSums(const blueprint::Program& program, const Sums& shape) : program_(program) {
    for (const typename Sums::Unit& unit : shape.units) {
      first_.push_back(static_cast<std::uint32_t>(rows_));
      rows_ += unit.functionalities.size();
      sums_.units.emplace_back().functionalities.resize(unit.functionalities.size());
    }
  }

  void add(const Event& event) {
    switch (event.kind) {
      case EventKind::kProcessBegin:
        since_begin_ = times_of(event);
        break;
      case EventKind::kProcessEnd:
        sums_.times = times_of(event) - since_begin_;
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
        is_firing_ = true;
        break;
      case EventKind::kFunctionalityEnd:
        EXPECT_EQ(event.element, row_ + first_[unit_]);
        functionality().times += times_of(event) - functionality_since_;
        is_firing_ = false;
        break;
      default:
        add_inner(event);
    }
  }

  [[nodiscard]] const Sums& sums() const { return sums_; }

 private:
  static Time time_of(Ticks ticks) { return Time(ticks); }
  static typename Sums::Times times_of(const Event& event) {
    EXPECT_TRUE(event.has(Flag::kCpuTime));
    return {time_of(event.time), time_of(event.user), time_of(event.sys)};
  }
  typename Sums::Unit& unit() { return sums_.units[unit_]; }
  typename Sums::Functionality& functionality() { return unit().functionalities[row_]; }
  void add_idle(Ticks until) {
    if (waits_since_ && *waits_since_ < until) {
      sums_.idle += time_of(until - *waits_since_);
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
        sums_.compute += time_of(span);
        if (is_firing_) {
          functionality().compute += time_of(span);
        } else {
          add_collective(span);
        }
        if (program_.computations[event.element].kind == blueprint::ComputationKind::kSleep) {
          sums_.sleep += time_of(span);
        }
        break;
      case EventKind::kSendBegin:
        since_ = event.time;
        bytes_ = event.bytes;
        break;
      case EventKind::kSendEnd:
        sent(span, event.work);
        add_collective_send(event, span);
        break;
      case EventKind::kSendFailed:
        sums_.send += time_of(span);
        if (is_firing_) {
          functionality().send += time_of(span);
        }
        add_collective_send(event, span);
        break;
      default:
        add_received(event);
    }
  }
  /// Adds a send in no functionality, whose message has waited or belongs to a collective
  /// operation.
  void add_collective_send(const Event& event, Ticks span) {
    if (!is_firing_ && program_.outputs[event.element].is_collective()) {
      add_collective(span);
    }
  }
  void add_collective(Ticks span) {
    sums_.collective += time_of(span);
    unit().collective += time_of(span);
  }
  void sent(Ticks span, Ticks packing) {
    sums_.send += time_of(span);
    sums_.pack += time_of(packing);
    if (is_firing_) {
      functionality().send += time_of(span);
      ++functionality().msgs_out;
      functionality().bytes_out += bytes_;
    }
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
      EXPECT_TRUE(arrived_.emplace(key, event).second);
    } else if (event.kind == EventKind::kTake) {
      const Event& arrival = arrived_.at(key);
      EXPECT_EQ(event.has(Flag::kWaited),
                *waits_since_ < event.time - event.work && *waits_since_ < arrival.time);
      add_idle(event.time - event.work);
      sums_.take += time_of(event.work);
      for (profiles::Traffic* traffic : {&sums_.traffic, &unit().traffic}) {
        ++traffic->msgs_in;
        traffic->bytes_in += arrival.bytes;
      }
    } else if (event.kind == EventKind::kLate) {
      add_idle(event.time);  // the process is complete except for waiting messages
      ++sums_.late;
    }
  }

  const blueprint::Program& program_;
  Sums sums_;
  std::vector<std::uint32_t> first_;
  std::size_t rows_ = 0;
  std::uint32_t unit_ = 0;
  std::uint32_t row_ = 0;
  bool is_firing_ = false;
  typename Sums::Times since_begin_, unit_since_, functionality_since_;
  Ticks since_ = 0;
  std::uint64_t bytes_ = 0;
  std::optional<Ticks> waits_since_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, bool, std::uint64_t>, Event> arrived_;
};

}  // namespace dps::traces
