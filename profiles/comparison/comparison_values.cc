#include "profiles/comparison/comparison_values.h"

namespace dps::profiles {

OrderedJson json_figure(const std::optional<double>& figure) {
  return figure ? json_value(*figure) : OrderedJson();
}

OrderedJson side_object(const ComparedSide& side) {
  return {{"file", side.name},       {"kind", side.kind},           {"blueprint", side.blueprint},
          {"machine", side.machine}, {"processes", side.processes}, {"hosts", side.hosts},
          {"runs", side.runs},       {"complete", side.is_complete}};
}

}  // namespace dps::profiles
