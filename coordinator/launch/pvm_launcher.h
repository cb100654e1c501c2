/// Starts agents as tasks of PVM: in the user's running virtual machine, or in one for the run
/// (docs/pvm.md).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "coordinator/launch/pvm_daemon.h"
#include "coordinator/launch/trunk_demux.h"

namespace dps::coordinator {

/// Starts all agents in a virtual machine of PVM, and gives each host its part of the trunk.
class PvmLauncher : public Launcher {
 public:
  /// `program` is dps-simulator-pvm; empty: the one beside our own executable.
  explicit PvmLauncher(std::string program = {});

  [[nodiscard]] std::string name() const override { return "pvm"; }
  [[nodiscard]] bool shares_clock() const override { return is_here_; }
  /// The hosts of the running virtual machine: NAME, TYPE (PVM's architecture), SPEED.
  Result<std::vector<Host>> own_hosts() override;
  [[nodiscard]] std::vector<std::string> notes() const override;
  /// Starts the bridge, which does everything that takes time. Errors: this build has no simulator
  /// over PVM.
  Result<void> prepare(const Placement& placement) override;
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;

 private:
  Result<std::string> find_program() const;
  void send_order(const Placement& placement, const std::string& program);

  std::string program_;
  PvmDaemon daemon_;
  bool is_here_ = false;
  std::unique_ptr<TrunkDemux> trunk_;
};

/// The order for one host, in the form of a PVM hostfile: "node3 lo=paul sp=500". `program`: the
/// path of dps-simulator-pvm here.
std::string pvm_host_line(const Host& host, const std::string& program);

}  // namespace dps::coordinator
