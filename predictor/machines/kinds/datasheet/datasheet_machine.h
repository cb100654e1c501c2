/// A data sheet as a machine: its equations determine the costs of messages.
/// Source: docs/datasheets.md, "A sheet as a machine".
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "predictor/machines/kinds/datasheet/datasheet.h"
#include "predictor/machines/kinds/datasheet/datasheet_network.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/machine_options.h"

namespace dps::machines {

/// A sheet without an equation that messages need is a machine on which nothing can be predicted
/// (MachineSummary::lacks).
class DatasheetMachine final : public Machine {
 public:
  DatasheetMachine(Datasheet sheet, const MachineOptions& options);

  [[nodiscard]] MachineSummary summary() const override { return summary_; }
  [[nodiscard]] MachineParts parts() const override { return {&sheet_}; }
  [[nodiscard]] std::span<const MachineHost> hosts() const override { return sheet_.hosts; }
  [[nodiscard]] WaitingCost waiting_cost() const override;
  [[nodiscard]] Picoseconds work_cost(std::uint32_t host, WorkKind kind,
                                      double amount) const override;
  [[nodiscard]] const ProcessorTimings* timings(std::uint32_t host) const override {
    return host < sheet_.timings.size() ? sheet_.timings[host].get() : nullptr;
  }
  [[nodiscard]] std::unique_ptr<Network> make_network(std::span<const std::uint32_t> host_of,
                                                      LinkObserver* observer) const override;

 private:
  [[nodiscard]] SheetMessageTimes times_of(std::string_view function, FunctionPath path,
                                           std::uint64_t processes) const;
  [[nodiscard]] PathTimes path_times(FunctionPath path, std::uint64_t processes) const;

  Datasheet sheet_;
  MachineOptions options_;
  Attoseconds multiply_;  ///< per multiplication, on hosts without their own
  MachineSummary summary_;
};

}  // namespace dps::machines
