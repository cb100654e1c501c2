/// Fetches the recorded events of a run from the agents, process by process.
/// Source: docs/protocol.md, FETCH and EVENTS.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ids.h"
#include "coordinator/session/frames/command_sender.h"
#include "coordinator/session/frames/event_origins.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/session_tables.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// Requests a window of events at a time, so that neither agents nor links ever hold many, and puts
/// them into a spool. Skips lost hosts.
class EventFetch {
 public:
  /// All are borrowed and outlive this object.
  EventFetch(const SessionInput& input, SessionTables& tables, CommandSender& sender)
      : input_(input), tables_(tables), sender_(sender), origins_(input.program) {}

  /// Requests the events of the first process. `events` receives the events of all processes.
  void begin(RunEvents events);
  /// Stores EVENTS of a process and requests the next ones. Returns the violation of the protocol,
  /// or "".
  std::string receive(ProcessId process, const control::EventsFrame& frame);
  /// To be called when a host was lost.
  void skip_lost() { ask(); }

  [[nodiscard]] bool has_begun() const { return events_.has_value(); }
  /// True if no events remain to be requested.
  [[nodiscard]] bool is_complete() const {
    return has_begun() && next_ == tables_.simulators.size();
  }
  /// Returns the events so far. Missing events of a process that was not fetched completely are
  /// counted as left out.
  RunEvents take();

 private:
  void ask();
  void next_process();
  void note_missing(std::uint32_t process);
  void move_end(std::vector<traces::Record>& records) const;

  SessionInput input_;
  SessionTables& tables_;
  CommandSender& sender_;
  EventOrigins origins_;
  std::optional<RunEvents> events_;
  std::uint32_t next_ = 0;       // the process that is being fetched
  std::uint64_t position_ = 0;   // the position of its next event
  std::uint64_t requested_ = 0;  // events up to this position were requested
  bool is_known_ = false;        // an EVENTS frame of the process has arrived
  std::uint64_t recorded_ = 0;   // the number in the last EVENTS frame
  std::uint64_t left_before_ = 0;
  std::uint64_t left_after_ = 0;
};

}  // namespace dps::coordinator
