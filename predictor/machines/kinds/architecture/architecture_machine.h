/// The machine of the Performance Estimator: processors at equal distances, each of which takes
/// part in one transmission at a time. Source: docs/machines.md, "Architecture files".
#pragma once

#include <cstdint>
#include <string>

#include "base/time_units.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The contents of an architecture file.
struct ArchitectureDescription {
  std::string name;
  Attoseconds receive_latency;
  Attoseconds send_latency;
  Attoseconds word;      ///< transmission of 8 bytes
  Attoseconds multiply;  ///< per multiplication
  bool has_bus = false;  ///< at most one transmission at a time in the whole machine
};

/// Each process has a processor of its own. A send costs the send latency; then the message waits
/// for its transmission. Waiting for a message costs the receive latency; then the process is ready
/// for one transmission. A transmission begins when the receiver is ready and neither of the two
/// processes (on a bus: no process at all) takes part in another one. Messages that could be
/// transmitted at the same instant are ordered by the instants at which they were sent.
class ArchitectureMachine final : public Machine {
 public:
  explicit ArchitectureMachine(ArchitectureDescription description)
      : description_(std::move(description)) {}

  [[nodiscard]] const ArchitectureDescription& description() const { return description_; }
  [[nodiscard]] MachineSummary summary() const override;
  [[nodiscard]] MachineParts parts() const override { return {}; }
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return {}; }
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] const ProcessorTimings* timings(std::uint32_t) const override { return nullptr; }
  [[nodiscard]] std::unique_ptr<Network> make_network(std::span<const std::uint32_t> host_of,
                                                      LinkObserver* observer) const override;

 private:
  ArchitectureDescription description_;
};

}  // namespace dps::machines
