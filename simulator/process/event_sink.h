/// The recorded events of one process, in memory that its agent reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "blueprint/program.h"
#include "profiles/record.h"
#include "profiles/traces/event.h"
#include "profiles/traces/event_memory.h"

namespace dps::simulator {

/// A sink for traces::Recorder. Records CPU times for those events at which the level reads them.
template <profiles::Level level>
class EventSink {
 public:
  /// `memory` is borrowed.
  EventSink(traces::EventMemory& memory, const blueprint::Program& slice, ProcessId self)
      : memory_(&memory) {
    std::uint32_t first = 0;
    for (const std::uint32_t unit : slice.units_of(slice.plan(self))) {
      first_functionality_.push_back(first);
      first += slice.units[unit].functionalities.count;
    }
  }

  static constexpr bool has_cpu_time(traces::EventKind kind) {
    switch (kind) {
      case traces::EventKind::kProcessBegin:
      case traces::EventKind::kProcessEnd:
        return true;
      case traces::EventKind::kUnitBegin:
      case traces::EventKind::kUnitEnd:
        return level >= profiles::Level::kUnit;
      default:
        return level == profiles::Level::kFunctionality;
    }
  }
  [[nodiscard]] static std::size_t processes() { return 1; }
  [[nodiscard]] static std::size_t row(ProcessId /*self*/) { return 0; }
  [[nodiscard]] std::uint32_t first_functionality(ProcessId /*self*/, std::uint32_t unit) const {
    return first_functionality_[unit];
  }
  void add(ProcessId /*self*/, const traces::Record& record) { memory_->add(record); }
  void ended(ProcessId /*self*/, traces::Ticks /*time*/) {}

 private:
  traces::EventMemory* memory_;
  std::vector<std::uint32_t> first_functionality_;  // by unit of the plan
};

}  // namespace dps::simulator
