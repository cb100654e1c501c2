/// Runs one process of a blueprint in a test.
#pragma once

#include <memory>
#include <string>

#include "base/ids.h"
#include "blueprint/program.h"
#include "profiles/record.h"
#include "simulator/process/simulation.h"
#include "tests/simulator/record_memory.h"
#include "transport/transport.h"

namespace dps::simulator {

/// The program of a valid blueprint; an invalid one aborts the test.
blueprint::Program program_of(const std::string& text);

/// The shape of the page that an agent creates for the process.
profiles::PageShape page_shape(const blueprint::Program& program, ProcessId self,
                               profiles::Level level);

/// A process with its page, and a transport of the test.
class Rehearsal {
 public:
  /// Borrows `program`, `transport` and `events`.
  Rehearsal(const blueprint::Program& program, ProcessId self, transport::Transport& transport,
            const SimulationOptions& options, traces::EventMemory* events = nullptr);

  /// The error of prepare(); empty if there is none.
  [[nodiscard]] const std::string& missing() const { return missing_; }
  [[nodiscard]] Simulation& simulation() { return *simulation_; }
  /// Runs the process in run 1, which begins now.
  ProcessOutcome run();
  [[nodiscard]] profiles::ProcessRecord record() const { return memory_.page.read().value(); }

 private:
  userfuncs::Functions functions_;
  RecordMemory memory_;
  std::string missing_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace dps::simulator
