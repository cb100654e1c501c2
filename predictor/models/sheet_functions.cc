#include "predictor/models/sheet_functions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/units.h"
#include "predictor/machines/kinds/datasheet/poor_fit.h"

namespace dps::models {
namespace {

using machines::FunctionClass;
using machines::MeasuredRange;

/// Functions between two processes, which take (d) even where an alias gives them the equation of a
/// collective function, as in a sheet that has measured allsend only.
/// Source: docs/datasheets.md, the definitions of functions.
constexpr std::array<std::string_view, 15> kPointToPoint{
    "send",   "ssend",   "rsend",        "isend1",   "isend2",   "isendoverlap", "recv",  "irecv1",
    "irecv2", "recvmin", "irecvoverlap", "sendlate", "sendrecv", "pingpong",     "stream"};
constexpr double kPair = 2;  // processes

std::uint32_t parameters_of(std::string_view name, FunctionClass function_class) {
  const bool is_pair =
      std::find(kPointToPoint.begin(), kPointToPoint.end(), name) != kPointToPoint.end();
  switch (function_class) {
    case FunctionClass::kCollective:
      return is_pair ? 1 : 2;
    case FunctionClass::kPointToPoint:
    case FunctionClass::kBarrier:
      return 1;
    case FunctionClass::kLocal:
      break;
  }
  return 0;
}

bool is_outside(const std::optional<MeasuredRange>& range, double value) {
  return range &&
         (value < static_cast<double>(range->least) || value > static_cast<double>(range->most));
}

void widen(std::optional<MeasuredRange>& known, const MeasuredRange& range) {
  known =
      known ? MeasuredRange{std::min(known->least, range.least), std::max(known->most, range.most)}
            : range;
}

std::string range_text(const std::optional<MeasuredRange>& range, std::string_view noun) {
  return range ? fmt::format("{} to {} {}", format_count(range->least), format_count(range->most),
                             noun)
               : "";
}

}  // namespace

std::vector<std::string> SheetFunctions::names() const {
  std::vector<std::string> all;
  all.reserve(sheet_.functions.size() + sheet_.aliases.size());
  for (const machines::SheetFunction& function : sheet_.functions) {
    all.push_back("t" + function.name);
  }
  for (const auto& [alias, function] : sheet_.aliases) {
    all.push_back("t" + alias);
  }
  return all;
}

std::optional<expression::Callee> SheetFunctions::find(std::string_view name) {
  if (!name.starts_with('t') || name.size() == 1) {
    return std::nullopt;
  }
  const std::string_view plain = name.substr(1);
  auto found = machines::find_function(sheet_, plain);
  if (found.function == nullptr) {  // a function may have been measured on one host only
    found = machines::find_function(sheet_, plain, machines::FunctionPath::kHost);
  }
  if (found.function == nullptr) {
    return std::nullopt;
  }
  const std::uint32_t parameters = parameters_of(plain, found.function->function_class);
  Use& use = uses_.emplace_back(Use{std::string(name), found.function, found.is_alias, parameters});
  expression::Callee callee{parameters};
  callee.compute = [this, &use](std::span<const double> arguments) {
    return compute(use, arguments);
  };
  return callee;
}

tl::expected<double, std::string> SheetFunctions::compute(Use& use,
                                                          std::span<const double> arguments) {
  const FunctionClass function_class = use.function->function_class;
  const bool has_processes = function_class == FunctionClass::kBarrier ||
                             (function_class == FunctionClass::kCollective && use.parameters == 2);
  const bool has_elements = function_class == FunctionClass::kPointToPoint ||
                            function_class == FunctionClass::kCollective;
  const double processes = has_processes ? arguments.front() : kPair;
  const double elements = has_elements ? arguments.back() : 0;
  if (processes < 1) {
    return tl::unexpected(fmt::format("{} is defined for one process or more, got {}", use.name,
                                      expression::number_text(processes)));
  }
  if (elements < 0) {
    return tl::unexpected(fmt::format("{} is defined for 0 elements or more, got {}", use.name,
                                      expression::number_text(elements)));
  }
  const machines::SheetRange& range = machines::range_for(*use.function, elements);
  ++use.calls;
  use.is_poor = use.is_poor || machines::is_poor(range);
  if (has_processes) {
    use.at_one_process = use.at_one_process || processes == 1;
    if (is_outside(range.processes, processes)) {
      widen(use.processes, *range.processes);
    }
  }
  if (has_elements && is_outside(range.elements, elements)) {
    widen(use.elements, *range.elements);
  }
  const auto times = machines::times_of(range.equation, processes, elements);
  const double seconds = bound_ == Bound::kMin   ? times.min
                         : bound_ == Bound::kMax ? times.max
                                                 : times.average;
  return seconds * units_per_second_;
}

std::vector<std::string> SheetFunctions::notes() const {
  std::vector<std::string> aliases;
  std::vector<std::string> alone;
  std::vector<std::string> outside;
  for (const Use& use : uses_) {
    if (use.calls == 0) {
      continue;
    }
    if (use.is_alias) {
      aliases.push_back(fmt::format("{} takes the equation of {}", use.name, use.function->name));
    }
    if (use.at_one_process) {
      alone.push_back(use.name);
    }
    if (use.processes || use.elements) {
      const std::string processes = range_text(use.processes, "processes");
      const std::string elements = range_text(use.elements, "elements");
      outside.push_back(fmt::format("{} ({}{}{})", use.name, processes,
                                    use.processes && use.elements ? ", " : "", elements));
    }
  }
  std::vector<std::string> notes = std::move(aliases);
  if (!outside.empty()) {
    notes.push_back(fmt::format("equations are used outside the sizes that were measured: {}",
                                fmt::join(outside, ", ")));
  }
  if (!alone.empty()) {
    notes.push_back(
        fmt::format("one process sends nothing, but the equations have a time for it: {} at p = 1",
                    fmt::join(alone, ", ")));
  }
  return notes;
}

std::string SheetFunctions::poor_fits() const {
  std::vector<std::string> names;
  for (const Use& use : uses_) {
    if (use.is_poor) {
      names.push_back(use.name);
    }
  }
  return machines::poor_names_warning(names);
}

}  // namespace dps::models
