/// Simulators for tests of agents and guards: children of the test that only wait. The test itself
/// holds their ends of the frames and of the output, and writes their record pages.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "base/descriptor.h"
#include "profiles/record_page.h"
#include "simulator/agent/spawn.h"
#include "transport/control/frames.h"

namespace dps::simulator {

class FakeSimulators {
 public:
  FakeSimulators() = default;
  /// Kills and reaps all children.
  ~FakeSimulators();
  FakeSimulators(const FakeSimulators&) = delete;
  FakeSimulators& operator=(const FakeSimulators&) = delete;

  /// A StartSimulator that starts the children.
  [[nodiscard]] StartSimulator starter();

  // The functions below take the name of the blueprint process.
  [[nodiscard]] pid_t pid(const std::string& name) const { return all_.at(name).pid; }
  profiles::RecordPage& page(const std::string& name) { return *all_.at(name).page; }
  void send(const std::string& name, const control::Frame& frame, ProcessId process,
            std::uint32_t run = 0);
  void print(const std::string& name, std::string_view text);
  /// Makes the child start a program that only waits. Returns the pid of the program.
  pid_t execute(const std::string& name);

 private:
  struct One {
    pid_t pid = 0;
    Descriptor frames, output;
    Descriptor executed;  ///< delivers the pids of the programs that it starts
    std::span<std::byte> memory;
    std::optional<profiles::RecordPage> page;
  };

  Result<pid_t> start(const std::string& name, const SimulatorEnds& ends);

  std::map<std::string, One> all_;
};

}  // namespace dps::simulator
