#include "tests/simulator/rehearsal.h"

#include <cstdio>

#include "base/check.h"
#include "blueprint/flows.h"
#include "blueprint/reach.h"
#include "blueprint/reading/reader.h"

namespace dps::simulator {

blueprint::Program program_of(const std::string& text) {
  const SourceText source{"test.txt", text};
  auto reading = blueprint::read_blueprint(source);
  if (!reading.program) {
    std::fputs(render(source, reading.diagnostics).c_str(), stderr);
  }
  DPS_CHECK(reading.program);
  return *std::move(reading.program);
}

profiles::PageShape page_shape(const blueprint::Program& program, ProcessId self,
                               profiles::Level level) {
  profiles::PageShape shape;
  shape.level = level;
  for (const std::uint32_t unit : program.units_of(program.plan(self))) {
    shape.functionalities.push_back(program.units[unit].functionalities.count);
  }
  const blueprint::Reach reach(program);
  const blueprint::Flows flows(program, reach);
  const blueprint::FlowTable table(program, flows);
  shape.flows = table.flows_of(self);
  return shape;
}

Rehearsal::Rehearsal(const blueprint::Program& program, ProcessId self,
                     transport::Transport& transport, const SimulationOptions& options,
                     traces::EventMemory* events)
    : memory_(page_shape(program, self, options.level)) {
  auto prepared =
      Simulation::prepare({program, self, transport, memory_.page, functions_, events}, options);
  if (prepared) {
    simulation_ = *std::move(prepared);
  } else {
    missing_ = prepared.error().message;
  }
}

ProcessOutcome Rehearsal::run() {
  return simulation_->run(1, std::chrono::steady_clock::now());
}

}  // namespace dps::simulator
