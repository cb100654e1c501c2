/// The frames with which agents and simulators are set up: LAUNCH, PLAN and PEERS.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "control/frames.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"

namespace dps::coordinator {

/// Proves to a data port that a peer belongs to the run (docs/protocol_data.md).
struct RunSecret {
  std::string secret;  ///< 32 bytes
  std::string run_id;  ///< 16 bytes

  RunSecret() = default;
  RunSecret(const RunSecret&) = delete;
  RunSecret& operator=(const RunSecret&) = delete;
  ~RunSecret() { forget(); }

  /// Fresh random bytes.
  void draw();
  /// Wipes the secret.
  void forget();
};

/// Builds frames from the program; pure. All references outlive it.
class PlanFrames {
 public:
  PlanFrames(const blueprint::Program& program, const Placement& placement,
             const SessionOptions& options, const blueprint::FlowTable& flows)
      : program_(program), placement_(placement), options_(options), flows_(flows) {}

  /// For the agent of the host: its processes.
  [[nodiscard]] control::Launch launch(std::uint32_t host) const;
  [[nodiscard]] control::PlanFrame plan(ProcessId process, const RunSecret& secret) const;
  /// `ports` by process.
  [[nodiscard]] control::PeersFrame peers(ProcessId process,
                                          const std::vector<std::uint32_t>& ports,
                                          std::uint32_t timeout_ms) const;

 private:
  const blueprint::Program& program_;  // borrowed
  const Placement& placement_;         // borrowed
  const SessionOptions& options_;      // borrowed
  const blueprint::FlowTable& flows_;  // borrowed
};

}  // namespace dps::coordinator
