#include "profiles/sweeps/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/text/decimal.h"
#include "base/text/value_list.h"

namespace dps::sweeps {
namespace {

using profiles::statistics_of;

/// The values of the scale variable, as numbers, and the place of its axis.
struct Scale {
  std::size_t axis = 0;
  std::map<std::string, double> values;
  double least = 0;
};

/// The axis of the scale; nullopt if the sweep has no scale.
std::optional<Scale> scale_of(const Sweep& sweep) {
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const SweepAxis& axis = sweep.axes[i];
    if (sweep.scale.empty() || axis.kind != AxisKind::kVariable || axis.name != sweep.scale) {
      continue;
    }
    Scale scale{i, {}, HUGE_VAL};
    for (const std::string& text : axis.values) {
      const double value = text::read_number(text).value_or(0);
      scale.values[text] = value;
      scale.least = std::min(scale.least, value);
    }
    return scale;
  }
  return std::nullopt;
}

/// The values of a point on all axes but that of the scale variable.
Point other_values(const Point& point, const Scale& scale) {
  Point others = point;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(scale.axis));
  return others;
}

using OutcomeOf = std::optional<Outcome> SweepRow::*;

/// For each combination of the other values, the outcome at the least value of the scale variable,
/// if it is complete.
std::map<Point, const Outcome*> bases_of(const Sweep& sweep, const Scale& scale, OutcomeOf member) {
  std::map<Point, const Outcome*> bases;
  for (const SweepRow& row : sweep.rows) {
    const auto& outcome = row.*member;
    const bool is_base = scale.values.at(row.point[scale.axis]) == scale.least;
    if (is_base && outcome && outcome->is_complete()) {
      bases[other_values(row.point, scale)] = &*outcome;
    }
  }
  return bases;
}

/// `growth`: the value of the scale variable divided by its least one.
std::optional<Scaling> scaling_of(const Outcome& base, const Outcome& here, double growth,
                                  bool is_weak) {
  const double time = statistics_of(here.makespans).mean;
  if (time <= 0) {
    return std::nullopt;
  }
  const double ratio = statistics_of(base.makespans).mean / time;
  const double factor = is_weak ? growth : 1;
  Scaling scaling{ratio * factor, is_weak ? ratio : ratio / growth, std::nullopt};
  if (&base != &here) {
    scaling.interval =
        profiles::ratio_interval(here.makespans, base.makespans, profiles::kConfidence);
  }
  if (scaling.interval) {
    scaling.interval->low *= factor;
    scaling.interval->high *= factor;
  }
  return scaling;
}

void add_scaling(const Sweep& sweep, const Scale& scale, OutcomeOf member,
                 Figures RowFigures::*target, std::vector<RowFigures>& figures) {
  const auto bases = bases_of(sweep, scale, member);
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const SweepRow& row = sweep.rows[i];
    const auto base = bases.find(other_values(row.point, scale));
    if ((figures[i].*target).makespan && base != bases.end()) {
      const double growth = scale.values.at(row.point[scale.axis]) / scale.least;
      (figures[i].*target).scaling =
          scaling_of(*base->second, *(row.*member), growth, sweep.is_weak);
    }
  }
}

/// Equal makespans have no interval, not one of the size of a rounding error.
profiles::Statistics makespan_of(const Outcome& outcome) {
  profiles::Statistics makespan = statistics_of(outcome.makespans);
  if (makespan.half_width && makespan.min == makespan.max) {
    makespan.mean = makespan.min;
    makespan.half_width = 0;
  }
  return makespan;
}

void add_figures(const Sweep& sweep, OutcomeOf member, Figures RowFigures::*target,
                 std::vector<RowFigures>& figures) {
  for (std::size_t i = 0; i < sweep.rows.size(); ++i) {
    const auto& outcome = sweep.rows[i].*member;
    if (outcome && outcome->is_complete()) {
      (figures[i].*target).makespan = makespan_of(*outcome);
    }
  }
  if (const auto scale = scale_of(sweep); scale && scale->least > 0) {
    add_scaling(sweep, *scale, member, target, figures);
  }
}

/// True for the comma of "1,234", but not for that of a list such as "1,2".
bool is_thousands_comma(std::string_view rest) {
  constexpr std::size_t kGroup = 3;
  const std::string_view digits = rest.substr(std::min<std::size_t>(1, rest.size()));
  return rest.starts_with(',') &&
         std::find_if_not(digits.begin(), digits.end(), text::is_digit) - digits.begin() == kGroup;
}

/// The text with one digit for each number.
std::string without_numbers(std::string_view text) {
  std::string out;
  bool in_number = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    const bool continues = in_number && (c == '.' || is_thousands_comma(text.substr(at)));
    const bool is_in_number = text::is_digit(c) || continues;
    if (!is_in_number || !in_number) {
      out += is_in_number ? '0' : c;
    }
    in_number = is_in_number;
  }
  return out;
}

/// "message" for "messages", "process" for "processes", "entry" for "entries"; "is" for "are".
std::string singular(std::string word) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kVerbs{
      {{"are", "is"}, {"were", "was"}, {"have", "has"}}};
  constexpr std::size_t kLeastLetters = 3;  // "ms" is a unit
  for (const auto& [plural, verb] : kVerbs) {
    if (word == plural) {
      return std::string(verb);
    }
  }
  if (word.size() < kLeastLetters || !word.ends_with('s') || word.ends_with("ss") ||
      word == "was" || word == "has") {
    return word;
  }
  if (word.ends_with("ies")) {
    return word.substr(0, word.size() - 3) + "y";
  }
  word.resize(word.size() - (word.ends_with("sses") ? 2 : 1));
  return word;
}

/// The text with one digit for each number, and the two words after a number in the singular: the
/// same for "1 message was" and "2 messages were".
std::string in_singular(std::string_view text) {
  constexpr std::size_t kWords = 2;
  const std::string numbers = without_numbers(text);
  std::string out;
  std::size_t left = 0;  // the words that are still to be changed
  for (std::size_t begin = 0; begin < numbers.size();) {
    const std::size_t blank = std::min(numbers.find(' ', begin), numbers.size());
    const std::string word = numbers.substr(begin, blank - begin);
    const std::size_t letters = std::min(word.find_first_of(",.;:()"), word.size());
    out += left > 0 ? singular(word.substr(0, letters)) + word.substr(letters) : word;
    out += ' ';
    left = word == "0" || word == "(0" ? kWords : left > 0 && letters == word.size() ? left - 1 : 0;
    begin = blank + 1;
  }
  return out;
}

}  // namespace

void add_notes(std::vector<std::string>& notes, const std::vector<std::string>& more) {
  std::set<std::string> known;
  for (const std::string& note : notes) {
    known.insert(in_singular(note));
  }
  for (const std::string& note : more) {
    if (known.insert(in_singular(note)).second) {
      notes.push_back(note);
    }
  }
}

std::vector<RowFigures> figures_of(const Sweep& sweep) {
  std::vector<RowFigures> figures(sweep.rows.size());
  add_figures(sweep, &SweepRow::predicted, &RowFigures::predicted, figures);
  add_figures(sweep, &SweepRow::measured, &RowFigures::measured, figures);
  for (RowFigures& row : figures) {
    if (row.predicted.makespan && row.measured.makespan && row.measured.makespan->mean > 0) {
      const double measured = row.measured.makespan->mean;
      row.error_percent = 100 * (row.predicted.makespan->mean - measured) / measured;
    }
  }
  return figures;
}

std::vector<CountedNote> notes_of(const Sweep& sweep) {
  std::vector<CountedNote> notes;
  std::map<std::string, std::size_t> places;
  for (const SweepRow& row : sweep.rows) {
    for (const auto* outcome : {&row.predicted, &row.measured}) {
      if (!*outcome) {
        continue;
      }
      for (const std::string& text : (*outcome)->notes) {
        const auto [place, is_new] = places.emplace(in_singular(text), notes.size());
        if (is_new) {
          notes.push_back({text, 0});
        }
        ++notes[place->second].points;
      }
    }
  }
  return notes;
}

std::optional<double> column_of(const Outcome& outcome, std::size_t column) {
  return column < outcome.columns.size() && std::isfinite(outcome.columns[column])
             ? std::optional(outcome.columns[column])
             : std::nullopt;
}

}  // namespace dps::sweeps
