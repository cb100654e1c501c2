/// Equations in the notation for human readers. Source: docs/datasheets.md, "Tables".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

enum class TableTimeUnit : std::uint8_t { kSeconds, kMilliseconds, kMicroseconds, kNanoseconds };

struct TableOptions {
  int digits = 2;                   ///< significant digits of coefficients
  bool order_of_magnitude = false;  ///< coefficients are powers of 10; `digits` is not used
  TableTimeUnit unit = TableTimeUnit::kMicroseconds;
};

/// "s", "ms", "us", "ns".
std::string_view unit_name(TableTimeUnit unit);

/// A coefficient: "100", "0.04", "3e-05".
std::string coefficient_words(Attoseconds coefficient, const TableOptions& options);

/// "100 + 6 p + 0.04 p*d"; a coefficient that is less than its error has a question mark. An
/// equation of the class point-to-point always has the term d.
std::string equation_words(const machines::Equation& equation,
                           machines::FunctionClass function_class, const TableOptions& options);

/// Formats a quality: "1.00", "0.065", "3e-05"; "-" if unknown. Appends " !" if is_poor().
std::string quality_words(const std::optional<machines::EquationFit>& fit);

/// True if Q is below 0.01: the measured times do not follow the equation.
bool is_poor(const std::optional<machines::EquationFit>& fit);

}  // namespace dps::datasheets
