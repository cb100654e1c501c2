/// Plays one process of a blueprint for a test.
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

/// The program of a blueprint that has no errors (else the test ends here).
blueprint::Program program_of(const std::string& text);

/// The page that an agent makes for the process.
profiles::PageShape page_shape(const blueprint::Program& program, ProcessId self,
                               profiles::Level level);

/// One process with its page, on a transport of the test's.
class Rehearsal {
 public:
  /// `program` and `transport` outlive it.
  Rehearsal(const blueprint::Program& program, ProcessId self, transport::Transport& transport,
            const SimulationOptions& options);

  /// The error of prepare(); empty if there is none.
  [[nodiscard]] const std::string& missing() const { return missing_; }
  [[nodiscard]] Simulation& simulation() { return *simulation_; }
  /// Run 1, from now on.
  Outcome run();
  [[nodiscard]] profiles::ProcessRecord record() const { return memory_.page.read().value(); }

 private:
  userfuncs::Functions functions_;
  RecordMemory memory_;
  std::string missing_;
  std::unique_ptr<Simulation> simulation_;
};

}  // namespace dps::simulator
