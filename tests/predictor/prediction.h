/// A blueprint's text predicted, for tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/reader.h"
#include "machines/native_machine.h"
#include "predictor/predictor.h"
#include "terrain/assignment.h"

namespace dps::predictor::test {

using Settings = std::vector<std::pair<std::string, std::string>>;

inline blueprint::Program program_of(const std::string& text, const Settings& settings = {}) {
  blueprint::ReadOptions options;
  options.settings = settings;
  const SourceText source{"b.txt", text};
  auto reading = blueprint::read_blueprint(source, options);
  EXPECT_TRUE(reading.program) << render(source, reading.diagnostics);
  return *reading.program;
}

inline Prediction predicted(const blueprint::Program& program, const machines::Machine& machine,
                            profiles::Level level = profiles::Level::kFunctionality) {
  std::vector<std::uint32_t> host_of;
  if (!machine.hosts().empty()) {
    std::vector<terrain::HostFacts> facts;
    for (const machines::MachineHost& host : machine.hosts()) {
      facts.push_back({host.name, host.type, host.speed, host.cores, host.memory});
    }
    host_of = terrain::assign(program, facts)->host_of_process;
  }
  auto made = predict(program, machine, host_of, {level});
  EXPECT_TRUE(made) << made.error().message;
  return std::move(*made);
}

inline Prediction predicted(const std::string& text, const machines::Machine& machine,
                            const Settings& settings = {}) {
  return predicted(program_of(text, settings), machine);
}

inline Prediction predicted(const std::string& text, const machines::NativeDescription& machine,
                            const Settings& settings = {}) {
  return predicted(text, machines::NativeMachine(machine), settings);
}

inline std::int64_t makespan_ps(const Prediction& made) {
  return std::llround(made.run.makespan_s * 1e12);
}

inline const profiles::ProcessProfile& process(const Prediction& made, std::size_t position) {
  return made.run.processes[position];
}

}  // namespace dps::predictor::test
