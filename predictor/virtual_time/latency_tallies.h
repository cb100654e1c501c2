/// The latencies of a prediction, in virtual time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/statistics/latency_table.h"
#include "base/time_units.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"

namespace dps::predictor {

/// A consumer of the events of all processes, for predictions at level functionality. A
/// functionality that is stopped counts until then, as in the sums.
class LatencyTallies : public events::IgnoredEvents {
 public:
  using Times = events::Times<Picoseconds>;

  /// `program` is borrowed.
  explicit LatencyTallies(const blueprint::Program& program);

  void unit_begin(ProcessId self, std::uint32_t unit, const Times& /*at*/) {
    OpenFiring& open = open_[index(self)];
    open.unit = first_of_unit_[open.plan + unit];
  }
  void functionality_begin(ProcessId self, std::uint32_t position, const Times& at) {
    OpenFiring& open = open_[index(self)];
    open.functionality = open.unit + position;
    open.since = at.real;
  }
  void functionality_end(ProcessId self, const Times& at) {
    const OpenFiring& open = open_[index(self)];
    table_.add_firing(open.functionality, ticks(at.real - open.since));
  }
  void delivered(ProcessId /*self*/, const events::Message& message,
                 const events::Delivery<Picoseconds>& of) {
    table_.add_message(index(message.mid), ticks(of.arrived - of.begun),
                       ticks(of.taken - of.arrived));
  }

  /// To be called once.
  [[nodiscard]] statistics::Latencies take_latencies();

 private:
  struct OpenFiring {
    Picoseconds since{};              ///< begin of the functionality
    std::uint32_t plan = 0;           ///< position of its first unit in first_of_unit_
    std::uint32_t unit = 0;           ///< position of its first functionality in the table
    std::uint32_t functionality = 0;  ///< position in the table
  };

  static std::uint64_t ticks(Picoseconds time) { return static_cast<std::uint64_t>(time.count()); }
  /// The position of the plan in first_of_unit_.
  std::uint32_t add_plan(const blueprint::ProcessGroup& group, const blueprint::Plan& plan);

  const blueprint::Program& program_;
  statistics::LatencyTable table_;
  std::vector<OpenFiring> open_;              // by process
  std::vector<std::uint32_t> first_of_unit_;  // positions in the table, of the units of all plans
};

}  // namespace dps::predictor
