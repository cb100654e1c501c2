/// A session without agents and without a clock: the test supplies frames and times, and checks the
/// frames that are sent.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"
#include "coordinator/session/phases/session_states.h"

namespace dps::coordinator {

/// The program of a valid text; an invalid one aborts the test.
blueprint::Program read_program(const std::string& text);

/// Two processes: A sends two messages and waits for an answer; B answers the second.
extern const std::string kPair;
/// A server and two clients that each send it one request.
extern const std::string kServed;

/// Returns true if the text contains the part.
bool mentions(const std::string& text, const std::string& part);

/// A record of this run with these flows.
profiles::ProcessRecord record_with(std::uint32_t run, std::vector<profiles::FlowRow> flows);
profiles::FlowRow sent_row(std::uint32_t peer, std::uint32_t mid, std::uint64_t messages);
profiles::FlowRow taken_row(std::uint32_t peer, std::uint32_t mid, std::uint64_t messages,
                            std::uint64_t late = 0);

/// The counters of a process that waits for a message.
Counters waiting(std::uint32_t process, std::uint64_t sent, std::uint64_t taken,
                 std::uint64_t late = 0);

/// DONE of a process that was stopped while it waited for this message.
control::DoneFrame stopped_while_waiting(std::uint32_t unit, std::uint32_t mid, std::uint64_t has,
                                         std::uint64_t wants);

struct SentFrame {
  std::uint32_t host;
  control::Frame frame;
  std::uint32_t process;
  std::uint32_t run;
};

class Rehearsal : public Outbox, public ProgressListener {
 public:
  /// Process i is on host i modulo `hosts`.
  explicit Rehearsal(const std::string& blueprint, SessionOptions options = {},
                     std::uint32_t hosts = 1);

  void send(std::uint32_t host, const control::Frame& frame, std::uint32_t process,
            std::uint32_t of_run) override {
    sent.push_back({host, frame, process, of_run});
  }
  [[nodiscard]] std::string words_of(std::uint32_t /*host*/) const override { return words; }
  void on_progress(const SessionProgress& progress) override { phase = progress.phase; }
  void on_line(const std::string& line) override { lines.push_back(line); }
  void on_answer(const std::string& line) override { lines.push_back(line); }

  /// Delivers a frame of an agent, or of a process in the current run.
  void hear(std::uint32_t host, const control::Frame& frame);
  void hear_process(std::uint32_t process, const control::Frame& frame);
  void hear_record(std::uint32_t process, const profiles::ProcessRecord& record);
  /// Advances the clock and delivers the ticks that are due.
  void pass(std::chrono::milliseconds time);

  /// Supplies the expected frames until the phase is reached (at most kRun).
  void reach(Phase until);
  /// Delivers RECORD and DONE of a process that is complete.
  void complete(std::uint32_t process, std::vector<profiles::FlowRow> flows = {});
  /// Delivers RECORD and DRAINED.
  void drain(std::uint32_t process, std::vector<profiles::FlowRow> flows = {});

  template <typename Kind>
  [[nodiscard]] std::vector<SentFrame> sent_of() const {
    std::vector<SentFrame> found;
    for (const SentFrame& one : sent) {
      if (std::holds_alternative<Kind>(one.frame)) {
        found.push_back(one);
      }
    }
    return found;
  }

  std::vector<SentFrame> sent;
  std::vector<std::string> lines;
  std::string words;
  Phase phase = Phase::kHello;
  std::uint32_t run = 0;  ///< the run in frames of processes
  TimePoint now{std::chrono::hours(1)};

 private:
  blueprint::Program program_;
  Placement placement_;
  SessionOptions options_;
  blueprint::Reach reach_;
  blueprint::Flows flows_;
  blueprint::FlowTable table_;

 public:
  SessionStates states;
};

}  // namespace dps::coordinator
