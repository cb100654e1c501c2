/// Predictions of blueprints in tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "blueprint/reading/reader.h"
#include "blueprint/terrain/assignment.h"
#include "predictor/machines/kinds/native/native_machine.h"
#include "predictor/virtual_time/predictor.h"

namespace dps::predictor::test {

using Settings = std::vector<std::pair<std::string, std::string>>;

/// Each of `k` workers sends `n` messages to the master without waiting; the master waits for all.
inline constexpr const char* kFanIn = R"(
V k 3
V bytes 125
V n 1
O out.o  Master.p -t R.m -b {bytes} -n {n}
I all.i  {k*n} R.m
F send.f NULL  NULL out.o NULL
F got.f  all.i NULL NULL NULL
U w.fu send.f
U m.fu got.f
P Master.p 1 m.fu
P Worker.p {k} w.fu
)";

/// A sends one message, which B takes after it has computed for 10 ms.
inline constexpr const char* kBusyReceiver = R"(
V bytes 12500
O out.o  B.p -t R.m -b {bytes}
I in.i   1 R.m
C busy.c compute 0.01
F send.f NULL NULL out.o NULL
F busy.f NULL busy.c NULL SAME
F got.f  in.i NULL NULL NULL
U a.fu send.f
U b.fu busy.f got.f
P A.p 1 a.fu
P B.p 1 b.fu
)";

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
