#include "profiles/surfaces/named_point.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::surfaces {
namespace {

using Variables = std::vector<std::pair<std::string, double>>;

std::optional<double> find_value(const Variables& variables, const std::string& name) {
  const auto found = std::find_if(variables.begin(), variables.end(),
                                  [&](const auto& each) { return each.first == name; });
  return found == variables.end() ? std::nullopt : std::optional(found->second);
}

Result<double> value_of(const NamedPoint& point, const std::string& name, std::string_view option) {
  if (const auto value = find_value(point.variables, name)) {
    return *value;
  }
  std::vector<std::string> known;
  for (const auto& [variable, value] : point.variables) {
    known.push_back(variable);
  }
  return failure(ErrorCode::kInput, fmt::format("{}: a result has no variable '{}'{}", option,
                                                printable(name), did_you_mean(name, known)));
}

Result<double> processes_of(const NamedPoint& point, const AxisNames& names) {
  if (!names.processes.empty()) {
    return value_of(point, names.processes, "--processes");
  }
  return point.processes > 0
             ? Result<double>(point.processes)
             : failure(ErrorCode::kInput,
                       "the number of processes is not known; name its variable with --processes "
                       "NAME");
}

/// The variables with several values among the points of one number of processes. A variable that
/// only follows that number, such as that of the workers, does not count.
Result<std::set<std::string>> varied_names(const std::vector<NamedPoint>& points,
                                           const AxisNames& names) {
  std::map<double, std::map<std::string, std::set<double>>> values;
  for (const NamedPoint& point : points) {
    const auto processes = processes_of(point, names);
    if (!processes) {
      return tl::unexpected(processes.error());
    }
    for (const auto& [name, value] : point.variables) {
      values[*processes][name].insert(value);
    }
  }
  std::set<std::string> varied;
  for (const auto& [processes, variables] : values) {
    for (const auto& [name, all] : variables) {
      if (all.size() > 1 && name != names.processes) {
        varied.insert(name);
      }
    }
  }
  return varied;
}

}  // namespace

Result<std::string> data_name(const std::vector<NamedPoint>& points, const AxisNames& names) {
  if (!names.data.empty()) {
    return names.data;
  }
  const auto varied = varied_names(points, names);
  if (!varied) {
    return tl::unexpected(varied.error());
  }
  if (varied->size() > 1) {
    return failure(ErrorCode::kInput,
                   fmt::format("several variables differ ({}); name that of the data with --data "
                               "NAME",
                               fmt::join(*varied, ", ")));
  }
  return varied->empty() ? "" : *varied->begin();
}

Result<std::vector<Sample>> samples_of(const std::vector<NamedPoint>& points,
                                       const AxisNames& names) {
  std::vector<Sample> samples;
  for (const NamedPoint& point : points) {
    const auto processes = processes_of(point, names);
    const auto size =
        names.data.empty() ? Result<double>(0) : value_of(point, names.data, "--data");
    if (!processes || !size) {
      return tl::unexpected(processes ? size.error() : processes.error());
    }
    for (const auto& [phase, seconds] : point.seconds) {
      if (std::isfinite(seconds)) {
        samples.push_back({phase, *processes, *size, seconds});
      }
    }
  }
  return samples;
}

}  // namespace dps::surfaces
