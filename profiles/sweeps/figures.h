/// The figures of a row of a sweep: makespan, speed-up, efficiency, the error of the prediction.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "profiles/statistics.h"
#include "profiles/sweeps/sweep.h"

namespace dps::sweeps {

struct Scaling {
  double speed_up = 0;
  double efficiency = 0;
  std::optional<profiles::Interval> interval;  ///< of the speed-up, 95 %
};

/// The figures of an outcome; those that are unknown are empty.
struct Figures {
  std::optional<profiles::Statistics> makespan;
  std::optional<Scaling> scaling;
};

struct RowFigures {
  Figures predicted;
  Figures measured;
  std::optional<double> error_percent;  ///< (predicted − measured) / measured
};

/// The figures of each row. Source: docs/sweep.md, "Speed-up and efficiency".
std::vector<RowFigures> figures_of(const Sweep& sweep);

/// Adds the notes that are new. Notes that differ in numbers only, such as the load of a host, and
/// in the plural of the words after them, are the same.
void add_notes(std::vector<std::string>& notes, const std::vector<std::string>& more);

/// The notes of all outcomes in the order of their first appearance, each with the number of
/// outcomes that have it; of notes that are the same in this sense, the first.
struct CountedNote {
  std::string text;
  std::size_t points = 0;
};
std::vector<CountedNote> notes_of(const Sweep& sweep);

/// The value of a column; nullopt if it is not known.
std::optional<double> column_of(const Outcome& outcome, std::size_t column);

}  // namespace dps::sweeps
