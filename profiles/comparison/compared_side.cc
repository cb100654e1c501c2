#include "profiles/comparison/compared_side.h"

#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/layout.h"
#include "base/units.h"
#include "profiles/environment.h"
#include "profiles/run_totals.h"

namespace dps::profiles {

ComparedSide side_of(const RunResult& result, std::string name) {
  ComparedSide side;
  side.name = std::move(name);
  side.kind = result.kind;
  side.blueprint = result.blueprint.path;
  side.machine = environment_of(result, "machine");
  side.runs = result.runs.size();
  side.is_complete = result.complete;
  if (!result.runs.empty()) {
    const RunTotals totals = totals_of(result.runs.front());
    side.processes = totals.processes;
    side.hosts = totals.hosts;
  }
  return side;
}

std::string side_line(std::string_view label, const ComparedSide& side) {
  std::string text = fmt::format(
      "{}, {} of {}: {}", printable(side.name), side.kind == "predict" ? "prediction" : "run",
      printable(side.blueprint), counted(side.processes, "process", "processes"));
  text += side.hosts == 0 ? "" : " on " + counted(side.hosts, "host");
  text += side.machine.empty() ? "" : ", machine " + printable(side.machine);
  text += side.runs == 1 ? "" : fmt::format("; mean of {} runs", format_count(side.runs));
  text += side.is_complete ? "" : "; incomplete";
  return text::wrapped(std::string(label) + ": ", text);
}

std::string incompleteness_of(const RunResult& result) {
  return result.notes.empty() ? "no reason was recorded" : printable(result.notes.front());
}

}  // namespace dps::profiles
