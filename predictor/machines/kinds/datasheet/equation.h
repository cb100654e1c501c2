/// The equation for the time of a function of a message-passing library.
/// Source: docs/datasheets.md, "Equations".
#pragma once

#include <cstdint>
#include <optional>

#include "base/time_units.h"

namespace dps::machines {

/// The factor of the coefficient `start`. Logarithms are natural.
enum class StartForm : std::uint8_t {
  kProcesses,     ///< p
  kLogProcesses,  ///< log(p)
  kSquare,        ///< p^2
};

/// The factor of the coefficient `data`.
enum class DataForm : std::uint8_t {
  kData,              ///< d
  kProcessesData,     ///< p*d
  kLogProcessesData,  ///< log(p)*d
  kSquareData,        ///< p^2*d
};

/// One number for each term of an equation.
struct Coefficients {
  Attoseconds constant;
  Attoseconds start;
  Attoseconds data;

  bool operator==(const Coefficients&) const = default;
};

/// The correlations of the coefficients, each from -1 to 1.
struct Correlations {
  double constant_start = 0;
  double constant_data = 0;
  double start_data = 0;

  bool operator==(const Correlations&) const = default;
};

/// t = constant + start * f(p) + data * g(p, d), with p processes and d elements.
struct Equation {
  Coefficients value;
  /// nullopt: no such term; its coefficient is 0.
  std::optional<StartForm> start_form;
  std::optional<DataForm> data_form;
  /// The standard errors of the coefficients, if they are known.
  std::optional<Coefficients> errors;
  std::optional<Correlations> correlations;  ///< only with errors

  bool operator==(const Equation&) const = default;
};

/// Times in seconds. Without errors, all three are equal.
struct EquationTimes {
  double min = 0;  ///< with the coefficients less their errors; at least 0
  double average = 0;
  double max = 0;  ///< with the coefficients plus their errors
};

/// The factors of the coefficients `start` and `data`; 0 for a term that does not exist.
double start_factor(std::optional<StartForm> form, double processes);
double data_factor(std::optional<DataForm> form, double processes, double elements);

/// Source: dissertation on MPI data sheets, 3.2.2.
EquationTimes times_of(const Equation& equation, double processes, double elements);

/// Half the width of the 95 % confidence interval of the time, in seconds; nullopt without
/// correlations. Source: 1.959964 sqrt(v'Cv), where C has the covariances of the coefficients and
/// v the factors of their terms.
std::optional<double> confidence(const Equation& equation, double processes, double elements);

}  // namespace dps::machines
