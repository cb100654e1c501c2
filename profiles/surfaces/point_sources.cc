#include "profiles/surfaces/point_sources.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "base/text/layout.h"
#include "profiles/environment.h"
#include "profiles/json/tree_reader.h"

namespace dps::surfaces {
namespace {

using profiles::KeyPath;
using profiles::Tree;
using profiles::TreeReader;

constexpr std::uint64_t kModelTableVersion = 1;
constexpr const char* kProcessesOfModels = "p";

NamedPoint point_of(const profiles::RunProfile& run,
                    const std::vector<std::pair<std::string, double>>& variables) {
  NamedPoint point;
  point.processes = static_cast<double>(run.processes.size());
  point.variables = run.variables.empty() ? variables : run.variables;
  std::unordered_map<std::string, std::size_t> places;
  for (const profiles::ProcessProfile& process : run.processes) {
    for (const profiles::UnitProfile& unit : process.units) {
      if (!std::isfinite(unit.real_s)) {
        continue;
      }
      const auto [place, is_new] = places.emplace(unit.futag, point.seconds.size());
      if (is_new) {
        point.seconds.emplace_back(unit.futag, unit.real_s);
      } else {
        double& most = point.seconds[place->second].second;
        most = std::max(most, unit.real_s);
      }
    }
  }
  point.seconds.emplace_back(kTotal, run.makespan_s);
  return point;
}

/// Reads a point of the table, with these variables.
void read_point(TreeReader& reader, const Tree& value, const KeyPath& path,
                const std::vector<std::string>& names, NamedPoint& point) {
  for (const std::string& name : names) {
    double number = 0;
    reader.get(value, path, name, number);
    point.variables.emplace_back(name, number);
    point.processes = name == kProcessesOfModels ? number : point.processes;
  }
  if (const Tree* parts = reader.find_optional(value, path, "parts")) {
    reader.members(*parts, KeyPath{&path, "parts"},
                   [&](const std::string& name, const Tree& member, const KeyPath& place) {
                     double seconds = 0;
                     reader.read(member, place, seconds);
                     point.seconds.emplace_back(name, seconds);
                   });
  }
  double time = 0;
  reader.get(value, path, "time_s", time);
  point.seconds.emplace_back(kTotal, time);
}

}  // namespace

std::vector<NamedPoint> points_of(const profiles::RunResult& result) {
  std::vector<NamedPoint> points;
  points.reserve(result.runs.size());
  for (const profiles::RunProfile& run : result.runs) {
    points.push_back(point_of(run, result.blueprint.variables));
  }
  return points;
}

std::string kind_of(const profiles::RunResult& result) {
  const std::string machine = profiles::machine_of(result);
  return fmt::format("kind={}{}{}", printable(result.kind),
                     machine.empty() ? "" : ",machine=", printable(machine));
}

Origin origin_of(const profiles::RunResult& result) {
  constexpr std::string_view kWith = " with ";
  Origin origin{result.kind, profiles::machine_of(result),
                profiles::environment_of(result, "machine_changes")};
  const std::size_t at = origin.machine.rfind(kWith);
  if (!origin.changes.empty() && at != std::string::npos) {  // the machine's name ends with them
    origin.changes = origin.machine.substr(at + kWith.size());
    origin.machine.resize(at);
  }
  return origin;
}

std::string difference_of(const std::set<Origin>& origins) {
  const auto is_of_several = [&](std::string Origin::*member) {
    return std::any_of(origins.begin(), origins.end(), [&](const Origin& origin) {
      return origin.*member != (*origins.begin()).*member;
    });
  };
  std::vector<std::string> names;
  if (is_of_several(&Origin::kind)) {
    names.emplace_back("the kind");
  }
  if (is_of_several(&Origin::machine)) {
    names.emplace_back("the machine");
  }
  if (is_of_several(&Origin::changes)) {
    names.emplace_back("--set-machine");
  }
  return "differ in " + text::listed(names);
}

bool is_model_table(std::string_view text) {
  constexpr std::size_t kBeginning = 200;  // of a file that dps wrote
  return text.substr(0, kBeginning).find("\"dps-model-table\"") != std::string_view::npos;
}

Result<std::vector<NamedPoint>> points_of_model_table(std::string_view json) {
  const Tree tree = Tree::parse(json, nullptr, false);
  if (tree.is_discarded() || !tree.is_object()) {
    return failure(ErrorCode::kInput, "it is not JSON");
  }
  TreeReader reader;
  const KeyPath root;
  std::uint64_t version = 0;
  reader.get(tree, root, "version", version);
  if (!reader.error() && version != kModelTableVersion) {
    return failure(ErrorCode::kVersion,
                   fmt::format("the table of a model has version {}, but this dps reads version {}",
                               version, kModelTableVersion));
  }
  std::vector<std::string> names;
  reader.list(tree, root, "variables", names,
              [&](const Tree& value, const KeyPath& path, std::string& name) {
                reader.get(value, path, "name", name);
              });
  std::vector<NamedPoint> points;
  reader.list(tree, root, "points", points,
              [&](const Tree& value, const KeyPath& path, NamedPoint& point) {
                read_point(reader, value, path, names, point);
              });
  return reader.error() ? Result<std::vector<NamedPoint>>(tl::unexpected(*reader.error()))
                        : std::move(points);
}

}  // namespace dps::surfaces
