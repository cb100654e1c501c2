/// The numbers of states and events that .prv and .pcf share.
#pragma once

#include <cstdint>
#include <vector>

#include "profiles/traces/spans.h"

namespace dps::traces::paraver {

/// Paraver's own numbers where it has one: 1, 3 and 4.
enum class ParaverState : std::uint8_t {
  kComputation = 1,
  kWait = 3,
  kSend = 4,
  kTake = 5,
  kFunctionality = 6,  ///< between its components
  kProcess = 7,        ///< between functionalities
};

/// The values of the first three are lines of the trace from 1, those of the next two are message
/// types from 1; 0 is the end.
enum class ParaverEventType : std::uint32_t {
  kUnit = 77000001,
  kFunctionality,
  kComponent,
  kTake,
  kLate,
  kQueued,    ///< messages
  kUnderWay,  ///< bytes to the host, at its first process
};

constexpr ParaverState state_of(SpanKind kind) {
  switch (kind) {
    case SpanKind::kComputation:
      return ParaverState::kComputation;
    case SpanKind::kWait:
      return ParaverState::kWait;
    case SpanKind::kSend:
      return ParaverState::kSend;
    case SpanKind::kTake:
      return ParaverState::kTake;
    case SpanKind::kFunctionality:
      return ParaverState::kFunctionality;
    default:
      return ParaverState::kProcess;
  }
}

/// The position of each process among all, in the order of their hosts, from 1.
inline std::vector<std::uint32_t> cpus_of(const TraceHead& head) {
  std::vector<std::uint32_t> cpus(head.processes.size());
  std::uint32_t cpu = 0;
  for (std::uint32_t host = 0; host < head.hosts.size(); ++host) {
    for (std::uint32_t p = 0; p < head.processes.size(); ++p) {
      if (head.processes[p].host == host) {
        cpus[p] = ++cpu;
      }
    }
  }
  return cpus;
}

}  // namespace dps::traces::paraver
