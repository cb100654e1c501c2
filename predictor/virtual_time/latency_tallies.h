/// The latencies of a prediction, in virtual time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/statistics/latency_table.h"
#include "base/statistics/operation_times.h"
#include "base/time_units.h"
#include "blueprint/events/message_uses.h"
#include "blueprint/events/process_events.h"
#include "blueprint/events/use_plan.h"
#include "blueprint/program.h"

namespace dps::predictor {

/// A consumer of the events of all processes, for predictions at level functionality. A
/// functionality that is stopped counts until then, as in the sums.
class LatencyTallies : public events::IgnoredEvents {
 public:
  using Times = events::Times<Picoseconds>;
  using Delivery = events::Delivery<Picoseconds>;

  /// `program` is borrowed. Firings that begin before `from`, and messages that are used before it,
  /// do not count.
  explicit LatencyTallies(const blueprint::Program& program, Picoseconds from = {});

  void process_end(ProcessId self, const Times& at, events::Ending /*ending*/) {
    uses_[index(self)].end(drop_of(self));
    add_unclaimed(self, at.real);
  }
  void unit_begin(ProcessId self, std::uint32_t unit, const Times& /*at*/) {
    OpenFiring& open = open_[index(self)];
    open.unit = first_of_unit_[open.plan + unit];
    open.first = use_plans_[open.use_plan].first_of(unit);
    uses_[index(self)].begin_unit(unit, drop_of(self));
  }
  void functionality_begin(ProcessId self, std::uint32_t position, const Times& at) {
    OpenFiring& open = open_[index(self)];
    open.functionality = open.unit + position;
    open.since = at.real;
    if (fired_by_.exists()) [[unlikely]] {
      if (at.real >= from_) {
        table_.add_age(open.functionality, age_of(fired_by_, at.real));
      }
      fired_by_ = {};
    }
    uses_[index(self)].fire(open.first + position, use_at(at.real));
  }
  void request(ProcessId /*self*/, const Request& request, Picoseconds /*at*/) {
    fired_by_ = request;
  }
  void request_begin(ProcessId self, const Request& /*request*/, Picoseconds at) {
    if (at >= from_) {
      table_.add_begun(open_[index(self)].functionality);
    }
  }
  void send_queued(ProcessId self, std::uint32_t output, const events::Queueing& queueing,
                   Picoseconds at) {
    if (at >= from_) {
      table_.add_queued(group_line(self), program_.outputs[output].definition, queueing.length);
    }
  }
  void send_admitted(ProcessId self, std::uint32_t output,
                     const events::Admission<Picoseconds>& admission, Picoseconds at) {
    if (at >= from_) {
      table_.add_waited(group_line(self), program_.outputs[output].definition,
                        ticks(at - admission.since));
    }
  }
  void request_of_taken(ProcessId /*self*/, const Request& request) { taken_of_ = request; }
  void wait(ProcessId self, Picoseconds at) { uses_[index(self)].wait(use_at(at)); }
  void functionality_end(ProcessId self, const Times& at) {
    const OpenFiring& open = open_[index(self)];
    if (open.since >= from_) {
      table_.add_firing(open.functionality, ticks(at.real - open.since));
    }
  }
  void collective_begin(ProcessId self, std::uint32_t output,
                        const events::OutputOperation& operation, Picoseconds at);
  void collective_end(ProcessId self, std::uint32_t output,
                      const events::OutputOperation& operation, Picoseconds /*at*/) {
    operations_.complete(index(self), group_of_output_[output], operation.number);
  }
  void take(ProcessId self, const events::Message& message, std::uint32_t /*flow*/, Picoseconds at,
            Picoseconds /*work*/) {
    if (message.is_timer) {
      complete(self, message.mid, at);
      taken(self, message.mid, {kTimer, {}, {}});
    }
  }
  void late(ProcessId self, const events::Message& message, Picoseconds at) {
    if (message.is_timer) {
      complete(self, message.mid, at);
    }
  }
  void delivered(ProcessId self, const events::Message& message, const Delivery& of) {
    taken(self, message.mid, of);
  }

  /// To be called once, after the ends of all processes.
  [[nodiscard]] statistics::Latencies take_latencies();

 private:
  /// The start of the send of a timer, which has no latency.
  static constexpr Picoseconds kTimer = Picoseconds::max();

  struct OpenFiring {
    Picoseconds since{};              ///< start of the functionality
    std::uint32_t plan = 0;           ///< position of its first unit in first_of_unit_
    std::uint32_t unit = 0;           ///< position of its first functionality in the table
    std::uint32_t functionality = 0;  ///< position in the table
    std::uint32_t use_plan = 0;       ///< position in use_plans_
    std::uint32_t first = 0;          ///< position of the unit's first functionality there
  };
  struct Unclaimed {
    std::uint64_t count = 0;
    Picoseconds earliest = kTimer;  ///< earliest start of a send
  };

  /// A message that no firing can use any more.
  struct Drop {
    LatencyTallies* tallies;
    std::uint32_t process;

    void operator()(std::uint32_t mid, const Delivery& of) const {
      if (of.begun != kTimer) {
        Unclaimed& unclaimed = tallies->unclaimed_[{process, mid}];
        ++unclaimed.count;
        unclaimed.earliest = std::min(unclaimed.earliest, of.begun);
      }
    }
  };
  [[nodiscard]] Drop drop_of(ProcessId self) { return {this, index(self)}; }

  /// A message that is used at an instant.
  struct UseAt {
    LatencyTallies* tallies;
    Picoseconds at;

    void operator()(std::uint32_t mid, const Delivery& of) const {
      if (of.begun != kTimer && at >= tallies->from_) {
        tallies->table_.add_message(mid, {ticks(of.arrived - of.begun),
                                          ticks(of.taken - of.arrived), ticks(at - of.taken)});
      }
    }
  };
  [[nodiscard]] UseAt use_at(Picoseconds at) { return {this, at}; }

  [[nodiscard]] std::uint32_t group_line(ProcessId self) const {
    return program_.group_of(self).definition;
  }
  static std::uint64_t ticks(Picoseconds time) { return static_cast<std::uint64_t>(time.count()); }
  static std::uint64_t age_of(const Request& request, Picoseconds at) {
    return at.count() > request.begin ? static_cast<std::uint64_t>(at.count() - request.begin) : 0;
  }
  void taken(ProcessId self, MessageId mid, const Delivery& of) {
    if (of.begun != kTimer && is_collective(mid)) [[unlikely]] {
      use_at(of.taken)(index(mid), of);  // inside an operation: no collection counts it
      return;
    }
    uses_[index(self)].take(index(mid), of, taken_of_, drop_of(self), use_at(of.taken));
  }
  [[nodiscard]] bool is_collective(MessageId mid) const {
    return !line_of_type_.empty() && line_of_type_[index(mid)] != blueprint::kNone;
  }
  /// Records the completion of a collective operation, if the timer is one.
  void complete(ProcessId self, MessageId mid, Picoseconds at) {
    if (is_collective(mid)) [[unlikely]] {
      operations_.take(index(self), line_of_type_[index(mid)], at.count());
    }
  }
  void add_collectives();
  void add_unclaimed(ProcessId self, Picoseconds end);
  /// The position of the plan in first_of_unit_.
  std::uint32_t add_plan(const blueprint::ProcessGroup& group, const blueprint::Plan& plan);
  void add_use_plans();

  const blueprint::Program& program_;
  Picoseconds from_;
  statistics::LatencyTable table_;
  std::vector<OpenFiring> open_;              // by process
  std::vector<std::uint32_t> first_of_unit_;  // positions in the table, of the units of all plans
  std::vector<events::UsePlan> use_plans_;    // without duplicates
  std::vector<events::MessageUses<Delivery>> uses_;                         // by process
  std::map<std::pair<std::uint32_t, std::uint32_t>, Unclaimed> unclaimed_;  // by process and mid
  // Of collective operations; empty in a program without them:
  std::vector<std::uint32_t> line_of_type_;                  // by mid; kNone: of no collective
  std::vector<statistics::LineOperations> group_of_output_;  // by output
  std::vector<bool> is_named_;                               // likewise
  statistics::OperationTimes operations_;
  Request fired_by_;  // the request of the functionality that begins next
  Request taken_of_;  // the request of the message that is being taken
};

}  // namespace dps::predictor
