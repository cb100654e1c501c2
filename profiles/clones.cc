#include "profiles/clones.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "profiles/result.h"

namespace dps::profiles {

std::size_t end_of_group(const std::vector<ProcessProfile>& processes, std::size_t first) {
  const std::string_view group = clone_group(processes[first].ptag);
  std::size_t end = first + 1;
  while (end < processes.size() && clone_group(processes[end].ptag) == group) {
    ++end;
  }
  return end;
}

std::vector<ProcessRow> rows_of(const RunProfile& run, bool list_clones) {
  std::vector<ProcessRow> rows;
  const auto& processes = run.processes;
  for (std::size_t first = 0; first < processes.size();) {
    const std::size_t end = end_of_group(processes, first);
    if (!list_clones && end - first > kMostClonesListed) {
      const std::string group = printable(clone_group(processes[first].ptag));
      rows.push_back({fmt::format("{} ×{}", group, end - first), first, {}});
      for (std::size_t i = first; i < end; ++i) {
        rows.back().members.push_back(&processes[i]);
      }
    } else {
      for (std::size_t i = first; i < end; ++i) {
        rows.push_back({printable(processes[i].ptag), i, {&processes[i]}});
      }
    }
    first = end;
  }
  return rows;
}

}  // namespace dps::profiles
