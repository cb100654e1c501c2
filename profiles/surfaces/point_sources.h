/// The points of results and of tables of models.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "profiles/result.h"
#include "profiles/surfaces/named_point.h"

namespace dps::surfaces {

/// A point for each run of a result. Phases are functional units, with the largest real time over
/// the processes that have them, and the makespan as kTotal. Their times are unknown if the result
/// has no units, and then there is only the makespan.
/// Source: docs/surface.md, "Results"; dissertation on MPI data sheets, 2.4.1.
std::vector<NamedPoint> points_of(const profiles::RunResult& result);

/// "kind=predict,machine=laptop": the kind of a result and, of a prediction, its machine with the
/// changes of --set-machine; the name of a file is a plain path. Points of one set of times have
/// both in common.
std::string kind_of(const profiles::RunResult& result);

/// The kind, the machine and the changes that all points of one set of times share.
struct Origin {
  std::string kind;     ///< "predict"
  std::string machine;  ///< a plain path, without the changes; empty: a run
  std::string changes;  ///< of --set-machine

  bool operator==(const Origin&) const = default;
  bool operator<(const Origin& other) const {
    return std::tie(kind, machine, changes) < std::tie(other.kind, other.machine, other.changes);
  }
};

Origin origin_of(const profiles::RunResult& result);

/// The end of a sentence on several origins: "differ in the kind, the machine and --set-machine".
std::string difference_of(const std::set<Origin>& origins);

/// The points of a table that dps model printed as JSON: its parts are the phases, and the time is
/// kTotal. Its processes are the variable p, unless --processes names another. Errors (kInput,
/// kVersion): the text is no such table; the message names the key.
Result<std::vector<NamedPoint>> points_of_model_table(std::string_view json);

/// True if the text seems to be such a table.
bool is_model_table(std::string_view text);

}  // namespace dps::surfaces
