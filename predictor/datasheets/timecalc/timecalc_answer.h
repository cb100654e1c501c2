/// The answers of dps timecalc: the time of a function by its equation in a data sheet.
/// Source: docs/datasheets.md, "dps timecalc".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::datasheets {

struct TimecalcAnswer {
  std::string function;             ///< as in the request
  std::optional<double> processes;  ///< nullopt: not given, since the time does not depend on them
  std::optional<double> elements;
  machines::Equation equation;
  machines::EquationTimes times;
  std::optional<std::pair<double, double>> interval;  ///< of 95 %, in seconds
  std::vector<std::string> notes;
  /// A warning if the measured times do not follow the equation, and the times and the interval
  /// with errors that are larger by sqrt(chi-squared / freedom), if that is known.
  std::string warning;
  std::optional<double> scale;
  machines::EquationTimes scaled_times;
  std::optional<std::pair<double, double>> scaled_interval;
};

/// The words of a line.
std::vector<std::string> words_of(std::string_view line);

/// The answer to NAME [P] [D], which has at least one word. `sheet_name` is for messages.
/// Errors (kInput): an unknown function, with a similar one; too few or too many numbers; wrong
/// numbers.
Result<TimecalcAnswer> answer_of(const machines::Datasheet& sheet, std::string_view sheet_name,
                                 machines::FunctionPath path, std::span<const std::string> words);

/// The equation, the times and the notes. Source: the form of the dissertation on MPI data sheets,
/// 3.5.5.
std::string text_of(const TimecalcAnswer& answer);

/// An object, on one line unless `is_indented`.
std::string json_of(const TimecalcAnswer& answer, bool is_indented);

}  // namespace dps::datasheets
