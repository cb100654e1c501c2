/// Agents on this machine: `dps-simulator --agent`, a child of ours.
#pragma once

#include <string>
#include <vector>

#include "coordinator/launcher.h"

namespace dps::coordinator {

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

/// Starts `words` with three pipes, in a session of its own. The child has the default signal
/// dispositions and none blocked. Errors (kSystem) name the program.
Result<LaunchedAgent> start_child(const std::vector<std::string>& words);

}  // namespace dps::coordinator
