/// Starts the agent of this machine: `dps-simulator --agent`, a child of dps.
#pragma once

#include <string>
#include <utility>

#include "coordinator/launch/launcher.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {

/// Starts the one agent of a run on this machine.
class LocalLauncher : public Launcher {
 public:
  /// `program` is the simulator program; empty: the one beside our own executable.
  explicit LocalLauncher(std::string program = {}) : program_(std::move(program)) {}

  [[nodiscard]] std::string name() const override { return "local"; }
  [[nodiscard]] bool shares_clock() const override { return true; }
  Result<LaunchedAgent> start(const Host& host) override;

 private:
  std::string program_;
};

}  // namespace dps::coordinator
