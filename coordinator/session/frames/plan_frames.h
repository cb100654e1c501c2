/// The frames that configure agents and simulators for a run.
#pragma once

#include <cstdint>
#include <vector>

#include "base/encoding.h"
#include "blueprint/flows.h"
#include "blueprint/program.h"
#include "coordinator/placement/placement.h"
#include "coordinator/session/session_options.h"
#include "transport/control/frames.h"

namespace dps::coordinator {

/// The secret that peers prove to one another on their data ports (docs/protocol_data.md).
struct RunSecret {
  ByteString secret;  ///< control::kSecretBytes
  ByteString run_id;  ///< control::kRunIdBytes

  RunSecret() = default;
  RunSecret(const RunSecret&) = delete;
  RunSecret& operator=(const RunSecret&) = delete;
  ~RunSecret() { forget(); }

  /// Sets both to fresh random bytes.
  void draw();
  /// Wipes the secret, which is needed only until the handshakes are over.
  void forget();
};

/// Builds LAUNCH, PLAN and PEERS from the program; pure. All references outlive it.
class PlanFrames {
 public:
  PlanFrames(const blueprint::Program& program, const Placement& placement,
             const SessionOptions& options, const blueprint::FlowTable& flows)
      : program_(program), placement_(placement), options_(options), flows_(flows) {}

  /// The processes of one host, for its agent.
  [[nodiscard]] control::Launch launch(std::uint32_t host) const;
  [[nodiscard]] control::PlanFrame plan(ProcessId process, const RunSecret& secret) const;
  /// `ports` is indexed by process.
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
