/// The sums of the execution-history log of all processes of a prediction, in virtual time. This is
/// the counterpart of profiles/record_writer.h, which writes the sums of one real process to a page
/// of shared memory; here, up to a million processes have plain tables. Source: the DPS paper, 5.3.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/time_units.h"
#include "blueprint/events/idle_time.h"
#include "blueprint/events/process_events.h"
#include "blueprint/program.h"
#include "predictor/machines/wide.h"
#include "profiles/process_sums.h"
#include "profiles/record.h"

namespace dps::predictor {

/// A consumer of the events of all processes. A sum that only a finer level has compiles to
/// nothing.
template <profiles::Level level>
class Tallies : public events::IgnoredEvents {
 public:
  using Times = events::Times<Picoseconds>;
  using Span = events::EventSpan<Picoseconds>;
  using Sums = profiles::ProcessSums<Picoseconds>;

  /// `program` is borrowed.
  explicit Tallies(const blueprint::Program& program);

  void process_end(ProcessId self, const Times& at, events::Ending /*ending*/) {
    ProcessTally& sums = processes_[index(self)];
    sums.times = at;
    sums.idle += sums.waiting.process_end(at.real);
  }

  void unit_begin(ProcessId self, std::uint32_t unit, const Times& at) {
    if constexpr (level >= profiles::Level::kUnit) {
      OpenSpans& open = open_[index(self)];
      open.unit = static_cast<std::uint32_t>(first_unit_[index(self)] + unit);
      open.unit_since = at;
      ++units_[open.unit].active;
    }
  }

  void unit_end(ProcessId self, const Times& at) {
    if constexpr (level >= profiles::Level::kUnit) {
      const OpenSpans& open = open_[index(self)];
      units_[open.unit].times += at - open.unit_since;
    }
  }

  void functionality_begin(ProcessId self, std::uint32_t position, const Times& at) {
    if constexpr (level == profiles::Level::kFunctionality) {
      OpenSpans& open = open_[index(self)];
      open.functionality = units_[open.unit].first_functionality + position;
      open.functionality_since = at;
      ++functionalities_[open.functionality].triggered;
    }
  }

  void functionality_end(ProcessId self, const Times& at) {
    if constexpr (level == profiles::Level::kFunctionality) {
      OpenSpans& open = open_[index(self)];
      functionalities_[open.functionality].times += at - open.functionality_since;
      open.functionality = functionalities_.size() - 1;
    }
  }

  void computation_end(ProcessId self, std::uint32_t computation, const Span& span) {
    ProcessTally& sums = processes_[index(self)];
    sums.compute += span.length();
    if (program_.computations[computation].kind == blueprint::ComputationKind::kSleep) {
      sums.sleep += span.length();
    }
    if constexpr (level == profiles::Level::kFunctionality) {
      functionalities_[open_[index(self)].functionality].compute += span.length();
    }
  }

  void send_end(ProcessId self, std::uint32_t /*output*/, const events::Message& message,
                const Span& span, Picoseconds packing) {
    ProcessTally& sums = processes_[index(self)];
    sums.send += span.length();
    sums.pack += packing;
    add_out(sums.traffic, message.bytes);
    if constexpr (level >= profiles::Level::kUnit) {
      add_out(units_[open_[index(self)].unit].traffic, message.bytes);
    }
    if constexpr (level == profiles::Level::kFunctionality) {
      Functionality& functionality = functionalities_[open_[index(self)].functionality];
      functionality.send += span.length();
      ++functionality.msgs_out;
      functionality.bytes_out += message.bytes;
    }
  }

  void send_failed(ProcessId self, std::uint32_t /*output*/, const events::Message& /*message*/,
                   const Span& span) {
    processes_[index(self)].send += span.length();
    if constexpr (level == profiles::Level::kFunctionality) {
      functionalities_[open_[index(self)].functionality].send += span.length();
    }
  }

  void collective_work(ProcessId self, const Span& span) {
    processes_[index(self)].collective += span.length();
    if constexpr (level >= profiles::Level::kUnit) {
      units_[open_[index(self)].unit].collective += span.length();
    }
  }

  void wait(ProcessId self, Picoseconds at) { processes_[index(self)].waiting.wait(at); }

  void take(ProcessId self, const events::Message& message, std::uint32_t flow, Picoseconds at,
            Picoseconds work) {
    ProcessTally& sums = processes_[index(self)];
    sums.take += work;
    if (const Picoseconds idle = sums.waiting.take(at, work); idle > Picoseconds{}) {
      sums.idle += idle;
      add_wait(flow, idle);
    }
    add_in(sums.traffic, message.bytes);
    if constexpr (level >= profiles::Level::kUnit) {
      add_in(units_[open_[index(self)].unit].traffic, message.bytes);
    }
  }

  void late(ProcessId self, const events::Message& /*message*/, Picoseconds at) {
    ProcessTally& sums = processes_[index(self)];
    ++sums.late;
    sums.idle += sums.waiting.late(at);
  }

  /// The sums of a process, complete after its process_end().
  [[nodiscard]] Sums sums(ProcessId process) const;
  /// By flow, the picoseconds for which its receivers were idle until they took one of its
  /// messages.
  [[nodiscard]] const std::vector<double>& waits() const { return waits_; }
  [[nodiscard]] Picoseconds end_of(ProcessId process) const {
    return processes_[index(process)].times.real;
  }

 private:
  using Functionality = typename Sums::Functionality;
  struct ProcessTally {
    Times times;  ///< its times until its end
    Picoseconds compute{};
    Picoseconds send{};
    Picoseconds take{};
    Picoseconds sleep{};
    Picoseconds pack{};
    Picoseconds idle{};
    Picoseconds collective{};
    events::IdleTime<Picoseconds> waiting;
    profiles::Traffic traffic;
    std::uint64_t late = 0;
  };
  struct UnitTally {
    std::uint64_t active = 0;
    Times times;
    profiles::Traffic traffic;
    std::size_t first_functionality = 0;
    Picoseconds collective{};
  };
  /// The active unit and the firing functionality, as indices in the tables, and the instants at
  /// which they began.
  struct OpenSpans {
    Times unit_since;
    Times functionality_since;
    std::size_t functionality = 0;
    std::uint32_t unit = 0;
  };

  static void add_out(profiles::Traffic& traffic, std::uint64_t bytes) {
    ++traffic.msgs_out;
    traffic.bytes_out += bytes;
  }
  static void add_in(profiles::Traffic& traffic, std::uint64_t bytes) {
    ++traffic.msgs_in;
    traffic.bytes_in += bytes;
  }

  void add_wait(std::uint32_t flow, Picoseconds idle) {
    if (flow >= waits_.size()) {
      waits_.resize(std::size_t{flow} + 1);
    }
    waits_[flow] += static_cast<double>(idle.count());
  }

  const blueprint::Program& program_;  // borrowed
  std::vector<ProcessTally> processes_;
  std::vector<double> waits_;  // numbers of picoseconds; a sum over clones may exceed 2^63
  // At finer levels:
  std::vector<OpenSpans> open_;
  std::vector<std::size_t> first_unit_;  // by process, and the number of all at the end
  std::vector<UnitTally> units_;         // and one more at the end
  /// By functionality; the additional last entry is for sends of messages that have waited, and for
  /// the work of collective operations after a take, which belong to none.
  std::vector<Functionality> functionalities_;
};

template <profiles::Level level>
Tallies<level>::Tallies(const blueprint::Program& program)
    : program_(program), processes_(program.process_count()) {
  if (level == profiles::Level::kProcess) {
    return;
  }
  open_.resize(processes_.size());
  first_unit_.reserve(processes_.size() + 1);
  std::size_t functionalities = 0;
  for (std::uint32_t p = 0; p < processes_.size(); ++p) {
    first_unit_.push_back(units_.size());
    for (const std::uint32_t unit : program.units_of(program.plan(ProcessId{p}))) {
      units_.emplace_back().first_functionality = functionalities;
      functionalities +=
          level == profiles::Level::kFunctionality ? program.units[unit].functionalities.count : 0;
    }
  }
  first_unit_.push_back(units_.size());
  units_.emplace_back().first_functionality = functionalities;
  functionalities_.resize(functionalities + 1);
  for (OpenSpans& open : open_) {
    open.functionality = functionalities;
  }
}

template <profiles::Level level>
typename Tallies<level>::Sums Tallies<level>::sums(ProcessId process) const {
  const ProcessTally& own = processes_[index(process)];
  Sums sums{own.times, own.compute, own.send, own.take, own.sleep,     own.pack,
            own.idle,  own.traffic, own.late, {},       own.collective};
  if (level == profiles::Level::kProcess) {
    return sums;
  }
  for (std::size_t u = first_unit_[index(process)]; u < first_unit_[index(process) + 1]; ++u) {
    const UnitTally& unit = units_[u];
    const auto first =
        functionalities_.begin() + static_cast<std::ptrdiff_t>(unit.first_functionality);
    const auto last =
        functionalities_.begin() + static_cast<std::ptrdiff_t>(units_[u + 1].first_functionality);
    sums.units.push_back({unit.active, unit.times, unit.traffic, {first, last}, unit.collective});
  }
  return sums;
}

}  // namespace dps::predictor
