/// The functions that a data sheet gives to a model: "tbcast(p,d)" for the equation of bcast.
/// Source: docs/models.md, "Functions of a sheet".
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::models {

/// The times of the equations: with their coefficients, or with those less or plus their errors.
enum class Bound : std::uint8_t { kAverage, kMin, kMax };

/// Computes times, and stores the facts for notes. Its callees refer to it: they must not outlive
/// it.
class SheetFunctions {
 public:
  /// The sheet outlives this object. Times are returned in units; a second has `units_per_second`.
  SheetFunctions(const machines::Datasheet& sheet, double units_per_second)
      : sheet_(sheet), units_per_second_(units_per_second) {}
  SheetFunctions(const SheetFunctions&) = delete;
  SheetFunctions& operator=(const SheetFunctions&) = delete;
  ~SheetFunctions() = default;

  /// Functions and aliases of the sheet, with the "t" in front of them; other names may be known,
  /// too.
  [[nodiscard]] std::vector<std::string> names() const;

  /// The function of this name, such as "tbcast"; nullopt if the sheet has none. Errors of the
  /// callee: p < 1, d < 0.
  std::optional<expression::Callee> find(std::string_view name);

  void set_bound(Bound bound) { bound_ = bound; }

  /// Notes about the calls so far, in the order in which the functions were found.
  [[nodiscard]] std::vector<std::string> notes() const;

  /// A warning about the equations of the calls so far; "" if there is none.
  [[nodiscard]] std::string poor_fits() const;

 private:
  struct Use {
    std::string name;  ///< with the "t"
    const machines::SheetFunction* function;
    bool is_alias;
    std::uint32_t parameters;
    std::size_t calls = 0;
    bool at_one_process = false;
    bool is_poor = false;  ///< a call took an equation that the measured times do not follow
    std::optional<machines::MeasuredRange> processes{};  ///< set if a call was outside
    std::optional<machines::MeasuredRange> elements{};
  };

  tl::expected<double, std::string> compute(Use& use, std::span<const double> arguments);

  const machines::Datasheet& sheet_;
  double units_per_second_;
  Bound bound_ = Bound::kAverage;
  std::deque<Use> uses_;  // its elements do not move
};

}  // namespace dps::models
