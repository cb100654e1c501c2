/// Agents as tasks of a PVM: the virtual machine that is up, or one for the run (docs/pvm.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "coordinator/launch/pvm_daemon.h"
#include "coordinator/launch/trunk_demux.h"

namespace dps::coordinator {

class PvmLauncher : public Launcher {
 public:
  /// `program` is the simulator over PVM; empty: the one beside our own executable.
  explicit PvmLauncher(std::string program = {});

  [[nodiscard]] std::string name() const override { return "pvm"; }
  [[nodiscard]] bool shares_clock() const override { return is_here_; }
  /// Those of the virtual machine that is up: NAME, TYPE (PVM's architecture), SPEED.
  Result<std::vector<Host>> own_hosts() override;
  [[nodiscard]] std::vector<std::string> notes() const override;
  /// Starts the bridge; everything that takes time happens there. Errors: this build has no
  /// simulator over PVM.
  Result<void> prepare(const Placement& placement) override;
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;

 private:
  Result<std::string> find_program() const;

  std::string program_;
  PvmDaemon daemon_;
  bool is_here_ = false;
  std::vector<std::string> waiting_;  ///< hosts whose agents have not been asked for; else empty
  std::unique_ptr<Trunk> trunk_;
};

/// What the bridge is told of a host: PVM's hostfile options. `program`: dps-simulator-pvm here.
std::string pvm_host_line(const Host& host, const std::string& program);

/// A line of `dps-simulator-pvm --config`: "NAME ARCH SPEED".
Result<Host> parse_pvm_host(const std::string& line);

}  // namespace dps::coordinator
