#include "blueprint/program.h"

#include <algorithm>

#include "base/check.h"

namespace dps::blueprint {

std::uint32_t Program::process_count() const {
  return groups.empty() ? 0 : index(groups.back().first) + groups.back().count;
}

const ProcessGroup& Program::group_of(ProcessId process) const {
  DPS_CHECK(index(process) < process_count());
  const auto after = std::upper_bound(
      groups.begin(), groups.end(), process,
      [](ProcessId id, const ProcessGroup& group) { return index(id) < index(group.first); });
  return *std::prev(after);
}

std::string Program::process_name(ProcessId process) const {
  return tag(group_of(process).definition) + "[" + std::to_string(index_in_group(process)) + "]";
}

std::uint32_t Program::index_in_group(ProcessId process) const {
  return index(process) - index(group_of(process).first);
}

}  // namespace dps::blueprint
