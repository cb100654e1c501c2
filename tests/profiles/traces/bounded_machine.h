/// A machine with bounded buffers, on which times are easy to add up.
#pragma once

#include <cstdint>
#include <string>

#include "predictor/machines/kinds/native/native_machine.h"

namespace dps::traces {

/// Each process has a host, up to six. A byte takes 1 ns, and nothing else takes time.
inline machines::NativeMachine bounded_machine(std::uint64_t buffer) {
  constexpr int kHosts = 6;
  machines::NativeDescription machine;
  for (int i = 0; i < kHosts; ++i) {
    machine.hosts.push_back({"n" + std::to_string(i), "", 1000, 1, {}});
    machine.multiply.emplace_back(0);
  }
  machine.network.bandwidth = machine.network.local_bandwidth = BitsPerSecond{8'000'000'000};
  machine.network.buffer = buffer;
  return machines::NativeMachine(machine);
}

}  // namespace dps::traces
