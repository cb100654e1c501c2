/// A machine on which times are easy to add up.
#pragma once

#include "tests/support/fixed_machine.h"

namespace dps::traces {

/// Each process has a host. 5 ns to send, 50 ns in the network, 20 ns to wake up, 4 ns to take.
inline machines::FixedMachine simple_machine() {
  machines::FixedFigures figures;
  figures.message = {Picoseconds(0), Picoseconds(5'000), Picoseconds(4'000), Picoseconds(0)};
  figures.waiting.wakeup = Picoseconds(20'000);
  figures.transit = Picoseconds(50'000);
  return machines::FixedMachine(figures);
}

}  // namespace dps::traces
