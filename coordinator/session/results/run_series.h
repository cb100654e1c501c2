/// The runs of a session, from the BEGIN of each to its part of the session's result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/agents/deadlines.h"
#include "coordinator/session/session_result.h"
#include "coordinator/session/session_tables.h"

namespace dps::coordinator {

/// Numbers the runs, and stores the records, events and makespans of all except warm-up runs.
class RunSeries {
 public:
  /// Both are borrowed and outlive this object.
  RunSeries(const SessionInput& input, SessionTables& tables) : input_(input), tables_(tables) {}

  /// Begins the next run at this instant, with the offsets that the clocks have now.
  void begin_run(TimePoint begin);
  [[nodiscard]] bool has_begun() const { return run_ > 0; }
  /// The position of the run in the session, from 1; 0 before the first.
  [[nodiscard]] std::uint32_t position() const { return run_; }
  /// The number of the run in frames and results; 0 before the first.
  [[nodiscard]] std::uint32_t number() const {
    return run_ == 0 ? 0 : input_.options.repetition.before + run_;
  }
  [[nodiscard]] TimePoint begin() const { return begin_; }
  [[nodiscard]] bool is_warmup() const { return run_ <= input_.options.repetition.warmup; }

  /// A place for the events of this run, or the reason why there is none.
  [[nodiscard]] RunEvents no_events_yet() const;
  void add_events(RunEvents events) { events_.push_back(std::move(events)); }
  /// Stores the run unless it was a warm-up. Returns true if the session needs no other run.
  bool finish_run();
  /// Makes records from the last counters for processes whose host was lost, or whose record did
  /// not arrive in time. Those records have no units, flows and CPU times.
  void fill_missing_records();
  [[nodiscard]] bool is_complete() const { return is_complete_; }

  void add_note(const std::string& note) { notes_.push_back(note); }
  /// Returns the result, which contains the current run if the series is not complete, and a note
  /// for every clock whose error is large. To be called once.
  SessionResult take();

 private:
  void note_clock_errors(SessionResult& result) const;

  SessionInput input_;
  SessionTables& tables_;
  std::uint32_t run_ = 0;
  TimePoint begin_{};
  std::vector<Nanoseconds> begin_offsets_;  // the clock offsets of hosts with which BEGIN was sent
  std::vector<PlayedRun> runs_;
  std::vector<RunEvents> events_;  // the events of those runs, if they are traced
  std::vector<double> makespans_;
  bool is_complete_ = false;
  std::vector<std::string> notes_;
};

}  // namespace dps::coordinator
