/// The choices that a user makes for a machine besides its file.
#pragma once

#include <cstdint>
#include <optional>

namespace dps::machines {

/// The coefficients of equations: less their errors, as they are, or plus their errors.
enum class CostMode : std::uint8_t { kMin, kAverage, kMax };

/// Of predictions on data sheets (docs/datasheets.md, "A sheet as a machine"); other machines have
/// no such choices.
struct MachineOptions {
  CostMode mode = CostMode::kAverage;
  /// The equations that were measured while all processes exchanged messages.
  bool contended = false;
  std::optional<std::uint64_t> eager{};  ///< bytes; nullopt: as the sheet has it

  [[nodiscard]] bool has_choice() const {
    return mode != CostMode::kAverage || contended || eager.has_value();
  }
};

}  // namespace dps::machines
