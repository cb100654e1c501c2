/// The machine of a Parasol file: its processors as hosts, the costs of its run-time system, and a
/// network whose links are shared equally. Source: docs/parasol.md, "Predictions".
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/description.h"
#include "predictor/machines/kinds/parasol/routing/router.h"
#include "predictor/machines/machine.h"

namespace dps::parasol {

/// The seconds that a call takes for a message of so many bytes over so many links. Errors: the
/// reason for which there is no value.
using CallCost =
    std::function<tl::expected<double, std::string>(std::uint64_t bytes, std::uint32_t hops)>;

/// The costs of a run-time system; an empty function costs nothing.
struct CallCosts {
  CallCost pack;
  CallCost send;
  CallCost receive;
  CallCost unpack;
};

/// A Parasol file as a machine. The owner of what is borrowed is `owner`.
struct MachineModel {
  std::shared_ptr<const void> owner;
  const Description* description = nullptr;  // borrowed
  const Topology* topology = nullptr;        // borrowed: the hardware in use
  const Router* router = nullptr;            // borrowed: of that topology
  const VirtualTopology* mapping = nullptr;  // borrowed; null: none is used
  CallCosts costs;
  std::vector<std::string> notes;
};

class ParasolMachine final : public machines::Machine {
 public:
  explicit ParasolMachine(MachineModel model);

  [[nodiscard]] machines::MachineSummary summary() const override;
  [[nodiscard]] machines::MachineParts parts() const override;
  [[nodiscard]] std::span<const machines::MachineHost> hosts() const override { return hosts_; }
  [[nodiscard]] machines::WaitingCost waiting_cost() const override { return {{}, {}}; }
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, machines::WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] const machines::ProcessorTimings* timings(std::uint32_t) const override {
    return nullptr;
  }
  [[nodiscard]] std::unique_ptr<machines::Network> make_network(
      std::span<const std::uint32_t> host_of, machines::LinkObserver* observer) const override;

 private:
  /// The processor type of a host.
  [[nodiscard]] const Processor& type_of(std::uint32_t host) const;
  void add_hosts();

  MachineModel model_;
  std::vector<machines::MachineHost> hosts_;
  std::vector<Attoseconds> multiply_;  // by host
  std::vector<machines::MachineNote> notes_;
};

}  // namespace dps::parasol
