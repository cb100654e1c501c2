/// Starts agents and simulators as ranks of one mpirun (docs/mpi.md).
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "coordinator/launch/trunk_demux.h"

namespace dps::coordinator {

struct MpiLaunch {
  bool bind_to_cores = false;  ///< --bind
  std::string program;         ///< dps-simulator-mpi; empty: the one beside our own executable
};

/// Starts all agents by one mpirun, and gives each host its part of the trunk.
class MpiLauncher : public Launcher {
 public:
  explicit MpiLauncher(MpiLaunch options) : options_(std::move(options)) {}

  MpiLauncher(const MpiLauncher&) = delete;
  MpiLauncher& operator=(const MpiLauncher&) = delete;
  ~MpiLauncher() override { end_mpirun(); }

  [[nodiscard]] std::string name() const override { return "mpi"; }
  /// The clocks are compared even if all hosts are this machine; their offset is then 0.
  [[nodiscard]] bool shares_clock() const override { return false; }
  [[nodiscard]] bool needs_placement() const override { return true; }
  /// Starts mpirun. Errors: this build has no simulator over MPI, or there is no mpirun.
  Result<void> prepare(const Placement& placement) override;
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;
  /// MPI_Init is collective: one missing rank keeps all others in it.
  [[nodiscard]] std::string advice_if_none_answers() const override;

 private:
  Result<void> start_mpirun(const Placement& placement, const std::string& program);
  void end_mpirun();

  MpiLaunch options_;
  std::string folder_;  ///< mpirun's files here; the guard or end_mpirun() removes it
  std::unique_ptr<TrunkDemux> trunk_;
};

}  // namespace dps::coordinator
