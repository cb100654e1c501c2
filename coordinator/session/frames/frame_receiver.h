/// Validates the frames that arrive from agents and simulators, and stores their contents in the
/// tables.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/ids.h"
#include "coordinator/agents/failure_causes.h"
#include "coordinator/session/frames/event_fetch.h"
#include "coordinator/session/frames/output_lines.h"
#include "coordinator/session/phase.h"
#include "coordinator/session/progress/progress.h"
#include "coordinator/session/session_tables.h"
#include "transport/control/frame_stream.h"

namespace dps::coordinator {

/// The actions that a frame requires from the session.
struct FrameEffect {
  std::optional<FailureCause> cause;  ///< the failure that the frame reports, or a violation
  bool loses_host = false;            ///< the host cannot be used any more
  bool wants_ping = false;            ///< the next PING has to be sent to the host at once
  Quiescence quiescence = Quiescence::kNo;
  std::string note;  ///< for the result; usually empty
};

/// The state of the session in which a frame arrives.
struct FrameContext {
  Phase phase = Phase::kHello;
  std::uint32_t run = 0;  ///< 0 before the first run
  TimePoint now{};
};

/// Checks each frame against the state of its sender. SessionStates acts on the effects.
class FrameReceiver {
 public:
  /// All are borrowed and outlive this object. The listener gets the output of processes.
  FrameReceiver(const SessionInput& input, SessionTables& tables, EventFetch& fetch,
                ProgressListener& listener)
      : input_(input), tables_(tables), fetch_(fetch), listener_(listener) {}

  FrameEffect receive(std::uint32_t host, const control::ReceivedFrame& received,
                      const FrameContext& context);
  /// To be called at the end: passes on incomplete last lines of the processes' output.
  void finish_output();

 private:
  FrameEffect on_agent_frame(std::uint32_t host, const control::Frame& frame,
                             const FrameContext& context);
  FrameEffect on_process_frame(ProcessId process, const control::ReceivedFrame& received,
                               const FrameContext& context);
  FrameEffect on_simulator_frame(ProcessId process, const control::ReceivedFrame& received,
                                 const FrameContext& context);

  FrameEffect on_hello(std::uint32_t host, const control::HelloFrame& hello, TimePoint now);
  FrameEffect on_counters(std::uint32_t host, const control::CountersFrame& counters);
  FrameEffect on_pong(std::uint32_t host, const control::PongFrame& pong,
                      const FrameContext& context);
  FrameEffect on_record(ProcessId process, const control::RecordFrame& frame, std::uint32_t run);
  FrameEffect on_events(ProcessId process, const control::EventsFrame& frame,
                        const FrameContext& context);
  FrameEffect on_done(ProcessId process, const control::DoneFrame& done, Phase phase);
  FrameEffect on_died(ProcessId process, const control::DiedFrame& died, Phase phase);
  void on_output(ProcessId process, const control::OutputFrame& output);
  void on_stuck(ProcessId process, const control::StuckFrame& stuck);

  SessionInput input_;
  SessionTables& tables_;
  EventFetch& fetch_;
  ProgressListener& listener_;
  std::map<ProcessId, OutputLines> output_;
};

}  // namespace dps::coordinator
