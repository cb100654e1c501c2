/// Agents and simulators as ranks of one mpirun: docs/mpi.md.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "coordinator/launch/launcher.h"
#include "coordinator/launch/trunk_demux.h"

namespace dps::coordinator {

struct MpiLaunch {
  bool bind_to_cores = false;  ///< --bind
  std::string program;         ///< the simulator over MPI; empty: the one beside our own executable
};

class MpiLauncher : public Launcher {
 public:
  explicit MpiLauncher(MpiLaunch options) : options_(std::move(options)) {}

  MpiLauncher(const MpiLauncher&) = delete;
  MpiLauncher& operator=(const MpiLauncher&) = delete;
  ~MpiLauncher() override { end_mpirun(); }

  [[nodiscard]] std::string name() const override { return "mpi"; }
  /// Nobody asks when it is known where everything runs; measured, an offset of 0 is 0.
  [[nodiscard]] bool shares_clock() const override { return false; }
  [[nodiscard]] bool needs_placement() const override { return true; }
  /// Starts mpirun. Errors: this build has no simulator over MPI, or there is no mpirun.
  Result<void> prepare(const Placement& placement) override;
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;

 private:
  Result<void> start_mpirun(const Placement& placement, const std::string& program);
  void end_mpirun();

  MpiLaunch options_;
  std::string folder_;                ///< of mpirun's files here; the guard removes it, or we
  std::vector<std::string> waiting_;  ///< hosts whose agents have not been asked for; else empty
  std::unique_ptr<Trunk> trunk_;
};

/// The settings of Open MPI ("NAME=VALUE"), which what the user has set goes before, and the words
/// of mpirun for this placement.
std::vector<std::string> mpi_settings(const Placement& placement, const std::string& program);
std::vector<std::string> mpirun_words(const Placement& placement, const std::string& program,
                                      bool bind_to_cores);

/// What mpirun said, without its frames and advice: for people, in few words. Of the hosts in it
/// the one to blame, if it is one of these.
struct MpirunWords {
  std::string text;
  std::optional<std::uint32_t> host;
};
MpirunWords read_mpirun_words(const std::string& words, const std::vector<std::string>& hosts);

}  // namespace dps::coordinator
