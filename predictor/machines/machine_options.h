/// The choices that a user makes for a machine besides its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dps::machines {

/// The coefficients of equations: less their errors, unchanged, or plus their errors.
enum class CostMode : std::uint8_t { kMin, kAverage, kMax };

/// Choices that only some kinds of machines have.
struct MachineOptions {
  // The options of predictions on data sheets (docs/datasheets.md, "A sheet as a machine").
  CostMode mode = CostMode::kAverage;
  /// Selects the equations that were measured while all processes exchanged messages.
  bool contended = false;
  std::optional<std::uint64_t> eager{};  ///< bytes; nullopt: the value of the sheet

  // The options of predictions on Parasol machines (docs/parasol.md, "Predictions").
  std::string topology{};  ///< "to(2)" or "vt(1)"; empty: the hardware
  std::string runtime{};   ///< "pvm", "express", "mpi" or "none"; empty: the file's choice

  /// True if there is a choice for a data sheet.
  [[nodiscard]] bool has_choice() const {
    return mode != CostMode::kAverage || contended || eager.has_value();
  }
  [[nodiscard]] bool has_parasol_choice() const { return !topology.empty() || !runtime.empty(); }
};

}  // namespace dps::machines
