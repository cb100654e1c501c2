/// The machine of a Parasol file: its processors as hosts, the costs of its run-time system, and a
/// network whose links are shared equally. Source: docs/parasol.md, "Predictions".
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/operations/processor_timings.h"
#include "predictor/machines/kinds/parasol/parasol_model.h"
#include "predictor/machines/machine.h"

namespace dps::parasol {

class ParasolMachine final : public machines::Machine {
 public:
  explicit ParasolMachine(MachineModel model);

  /// The owner of the data that the machine borrows: its file.
  [[nodiscard]] const std::shared_ptr<const void>& owner() const { return model_.owner; }

  [[nodiscard]] machines::MachineSummary summary() const override;
  [[nodiscard]] machines::MachineParts parts() const override;
  [[nodiscard]] std::span<const machines::MachineHost> hosts() const override { return hosts_; }
  [[nodiscard]] machines::WaitingCost waiting_cost() const override { return {{}, {}}; }
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, machines::WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] const machines::ProcessorTimings* timings(std::uint32_t host) const override {
    return &timings_[timings_of_[host]];
  }
  [[nodiscard]] std::unique_ptr<machines::Network> make_network(
      std::span<const std::uint32_t> host_of, machines::LinkObserver* observer) const override;

 private:
  /// The processor type of a host.
  [[nodiscard]] const Processor& type_of(std::uint32_t host) const;
  void add_hosts();

  MachineModel model_;
  std::vector<machines::MachineHost> hosts_;
  std::vector<Attoseconds> multiply_;                // by host
  std::vector<machines::ProcessorTimings> timings_;  // of the processor types in use
  std::vector<std::uint32_t> timings_of_;            // by host: a position in timings_
  std::vector<machines::MachineNote> notes_;
};

}  // namespace dps::parasol
