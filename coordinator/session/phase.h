/// The phases of a session and their deadlines.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "coordinator/agents/deadlines.h"

namespace dps::coordinator {

/// A phase of a session, in the order in which a session without failures passes them.
enum class Phase : std::uint8_t {
  kHello,    ///< agents are started
  kLaunch,   ///< simulators are started and get their plans
  kConnect,  ///< simulators connect to one another
  kRun,
  kCollect,  ///< late messages and the final records
  kFetch,    ///< the recorded events of a traced run
  kStop,     ///< after a failure, on request, at the end of --for: everything is stopped
  kEnd,
};

/// "starting agents", "connecting", …
const char* phase_name(Phase phase);

struct HelloPhase {
  TimePoint deadline;
};
struct LaunchPhase {
  TimePoint deadline;
};
struct ConnectPhase {
  TimePoint deadline;
  bool reads_clocks = false;  ///< all simulators are connected; the clocks are measured
};
struct RunPhase {
  std::optional<TimePoint> begun_by;  ///< deadline for all processes to begin; nullopt: they have
  std::optional<TimePoint> timeout;   ///< --timeout
  std::optional<TimePoint> end;       ///< --for
};
struct CollectPhase {
  TimePoint deadline;
};
struct FetchPhase {
  TimePoint deadline;    ///< for the case that no events arrive
  bool is_last = false;  ///< the session ends afterwards; else only the run is complete
};
struct StopPhase {
  TimePoint deadline;
};
struct EndPhase {};

/// The state of each phase, in the order of Phase.
using PhaseState = std::variant<HelloPhase, LaunchPhase, ConnectPhase, RunPhase, CollectPhase,
                                FetchPhase, StopPhase, EndPhase>;

Phase phase_of(const PhaseState& state);
/// Returns nullopt in a run, which has only --timeout, and at the end.
std::optional<TimePoint> deadline_of(const PhaseState& state);

}  // namespace dps::coordinator
