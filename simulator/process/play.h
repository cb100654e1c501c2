/// One run of one process: the loop that carries out the engine's steps in real time.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/result.h"
#include "blueprint/program.h"
#include "engine/engine.h"
#include "profiles/execution_log.h"
#include "profiles/process_clock.h"
#include "profiles/record_page.h"
#include "simulator/process/books.h"
#include "simulator/process/computation.h"
#include "simulator/process/inbox.h"
#include "simulator/process/simulation.h"
#include "simulator/process/sleeper.h"
#include "transport/transport.h"
#include "userfuncs/call.h"

namespace dps::simulator {

/// An output component as it is carried out.
struct PreparedOutput {
  static constexpr std::int64_t kNoDelay = -1;

  transport::Letter letter;
  std::int64_t delay_ns = kNoDelay;  ///< of a timer
  bool varies = false;               ///< the letter's size or the delay does; here they are as in
                                     ///< Program::outputs
};

/// What all runs of a process share.
struct Stage {
  const blueprint::Program& program;  // borrowed
  ProcessId self;
  transport::Transport& transport;  // borrowed
  profiles::RecordPage& page;       // borrowed
  SimulationOptions options;
  std::unique_ptr<Sleeper> sleeper;
  std::unique_ptr<Computations> computations;
  std::vector<PreparedOutput> outputs;  ///< by position in Program::outputs
  Books books;
  profiles::ProcessClock clock;
};

/// A template, so that a level costs nothing that a finer one keeps.
template <profiles::Level level>
class Play {
 public:
  /// The page has been reset for the run.
  Play(Stage& stage, std::chrono::steady_clock::time_point begin, std::uint32_t run)
      : stage_(stage),
        begin_(begin),
        engine_(stage.program, stage.self, {stage.options.seed, run}),
        log_(stage.page, stage.clock),
        inbox_(stage.transport, stage.self, begin) {}

  /// From PROCESS_BEGIN to PROCESS_END.
  Outcome run();

 private:
  Result<void> run_to_completion();
  void begin_unit(const engine::Step& step);
  void begin_functionality(const engine::Step& step);
  void end_functionality(const engine::Step& step);
  Result<void> compute(const engine::Step& step);
  [[nodiscard]] PreparedOutput output_of(const engine::Step& step) const;
  Result<void> send(const engine::Step& step);
  void set_timer(const engine::Step& step, const PreparedOutput& output);
  Result<void> receive();

  [[nodiscard]] userfuncs::FiringMessage firing_message();
  [[nodiscard]] tl::unexpected<Error> broken(const engine::Step& step, std::uint32_t definition,
                                             const Error& cause) const;
  Outcome conclude(const Result<void>& played);
  void drop_timers();

  void count_timers() { stage_.page.head().timers_pending.set(inbox_.timers().count()); }

  Stage& stage_;
  std::chrono::steady_clock::time_point begin_;
  engine::Engine engine_;
  profiles::ExecutionLog<level> log_;
  Inbox inbox_;
  std::int64_t activated_ns_ = 0;    ///< when the active unit became so
  std::int64_t last_ns_ = 0;         ///< the last reading of the clock
  bool is_fresh_ = false;            ///< only the engine has worked since, for a step: less than
                                     ///< another reading would take
  bool waiting_ = false;             ///< in receive()
  std::optional<ProcessId> sender_;  ///< of the last firing_message()
  std::string sender_name_;          ///< which it points to
};

std::int64_t delay_ns_of(double seconds);

extern template class Play<profiles::Level::kProcess>;
extern template class Play<profiles::Level::kUnit>;
extern template class Play<profiles::Level::kFunctionality>;

}  // namespace dps::simulator
