/// The CPU time that the machine of a prediction charges for computations (C lines).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "blueprint/engine/engine.h"
#include "blueprint/program.h"
#include "predictor/machines/component_costs.h"
#include "predictor/machines/machine.h"
#include "predictor/virtual_time/component_charges.h"

namespace dps::predictor {

class ComputationCosts {
 public:
  /// Everything except `measured` is borrowed. The measured costs of `call` and `exec` components
  /// take precedence over those of their lines.
  ComputationCosts(const blueprint::Program& program, const machines::Machine& machine,
                   std::span<const std::uint32_t> host_of,
                   std::span<const machines::ComponentCost> measured);

  /// The CPU time of a kCompute step of the process; nullopt if it takes real time instead (sleep,
  /// busywait). A `call` or `exec` without a cost takes no time and is noted, as is an `ops` one of
  /// whose operations has no known time on the host.
  std::optional<Picoseconds> cpu_time_of(ProcessId self, const engine::Step& step);

  /// Notes about the measured costs that were used and about computations without a cost.
  void add_notes(std::vector<std::string>& notes) const;

 private:
  [[nodiscard]] std::optional<double> seconds_of(std::uint32_t host, const engine::Step& step);
  [[nodiscard]] std::string unknown_timings() const;
  /// The time of an `ops` component.
  Picoseconds sum_time(std::uint32_t host, std::uint32_t computation);

  /// The sum of a component on the host for which it was computed last.
  struct KnownSum {
    const machines::ProcessorTimings* timings = nullptr;
    Picoseconds time;
  };

  const blueprint::Program& program_;
  const machines::Machine& machine_;
  std::span<const std::uint32_t> host_of_;
  std::optional<ComponentCharges> charges_;  // if there are measured costs
  std::vector<bool> costless_;               // by computation: executed without a cost
  std::vector<KnownSum> sums_;               // by computation; empty: no component is a sum
  /// The operations without a time that `ops` lines need, by definition.
  std::map<std::uint32_t, std::set<std::string_view>> unknown_operations_;
};

}  // namespace dps::predictor
