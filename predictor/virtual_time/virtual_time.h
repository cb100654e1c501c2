/// The instants of a prediction, and the sources of its next events.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/time_units.h"
#include "predictor/machines/cpus.h"
#include "predictor/machines/event_heap.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/timer_queue.h"

namespace dps::predictor {

struct VirtualTime {
  /// Borrows the machine and the observer, which may be null.
  VirtualTime(const machines::Machine& machine, std::span<const std::uint32_t> host_of,
              machines::LinkObserver* observer)
      : instant(machine.parts().setup),
        now(instant),
        network(machine.make_network(host_of, observer)),
        cpus(machine.hosts(), host_of) {
    walls.resize(static_cast<std::uint32_t>(host_of.size()));
  }

  /// True if the process that continues has run ahead of the others.
  [[nodiscard]] bool is_ahead() const { return now > instant; }

  Picoseconds instant;  ///< of the run; initially the end of the machine's set-up
  /// The time of the process that continues: the instant of the run, or later if it has run ahead.
  Picoseconds now;
  Picoseconds ahead{};  ///< the latest instant to which a process has run ahead
  /// The limit for running ahead, so that a run which is to stop can soon reach an instant that no
  /// process has passed.
  Picoseconds horizon = kEndOfTime;

  static constexpr Picoseconds kEndOfTime = machines::kNever - Picoseconds{1};

  std::unique_ptr<machines::Network> network;
  machines::Cpus cpus;
  machines::EventHeap walls;  ///< by process: the end of a sleep, a busywait, a wake-up
  TimerQueue timers;
};

}  // namespace dps::predictor
