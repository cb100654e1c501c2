/// Instants and time limits of a session.
#pragma once

#include <chrono>

namespace dps::coordinator {

/// An instant on the CLOCK_MONOTONIC of the machine that runs dps.
using TimePoint = std::chrono::steady_clock::time_point;

/// The time limits of the phases. Tests use shorter ones. Source: docs/reliability.md, P2.
struct Deadlines {
  std::chrono::milliseconds hello{10'000};  ///< time from the start of an agent to its HELLO …
  std::chrono::milliseconds hello_from_afar{20'000};  ///< … on another host: ssh takes up to 10 s
  std::chrono::milliseconds launch{30'000};           ///< from HELLO to LISTENING of all
  std::chrono::milliseconds ready{8'500};  ///< PEERS to READY of all; 10 s with `failure_report` …
  std::chrono::microseconds per_connection{1000};  ///< … plus this per connection of the busiest
  std::chrono::milliseconds per_mebibyte{10};  ///< … and per MiB that the fullest host touches
  std::chrono::milliseconds failure_report{1'500};  ///< for FAILED after a simulator's timeout
  std::chrono::milliseconds begin{2'000};           ///< from the BEGIN instant to running, …
  std::chrono::milliseconds per_process{20};  ///< … plus this per process of the fullest host
  std::chrono::milliseconds collect{30'000};  ///< from the last DONE to DRAINED of all
  std::chrono::milliseconds grace{1'800};     ///< STOP: from SIGTERM to SIGKILL
  std::chrono::milliseconds stop{2'400};      ///< STOP: until the session ends without all records
  std::chrono::milliseconds settle{250};  ///< from a failure report until it counts as the cause
  std::chrono::milliseconds ping{1'000};
  std::chrono::milliseconds silence{5'000};  ///< without a frame, after which the agent is lost
  std::chrono::milliseconds exit{3'000};     ///< from BYE until the launcher's child is killed
};

}  // namespace dps::coordinator
