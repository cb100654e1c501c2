#include "blueprint/process_names.h"

#include <algorithm>
#include <vector>

#include "base/units.h"

namespace dps::blueprint {
namespace {

/// Splits `range` at the ends of groups.
std::vector<ProcessRange> by_group(const Program& program, const ProcessRange& range) {
  std::vector<ProcessRange> parts;
  std::uint32_t taken = 0;
  while (taken < range.count) {
    const std::uint32_t first = range.first + taken * range.step;
    const ProcessGroup& group = program.group_of(ProcessId{first});
    const std::uint32_t end = index(group.first) + group.count;
    const std::uint32_t count =
        std::min(range.count - taken, (end - first + range.step - 1) / range.step);
    parts.push_back({first, count, count == 1 ? 1 : range.step});
    taken += count;
  }
  return parts;
}

enum class AllClones : std::uint8_t { kTag, kIndices };

std::string name_of(const Program& program, const ProcessRange& range, AllClones shown) {
  const ProcessGroup& group = program.group_of(ProcessId{range.first});
  const std::string& ptag = program.tag(group.definition);
  const std::uint32_t from = range.first - index(group.first);
  const std::uint32_t to = range.last() - index(group.first);
  if (range.count == 1) {
    return ptag + "[" + std::to_string(from) + "]";
  }
  if (range.count == group.count && shown == AllClones::kTag) {
    return ptag;
  }
  return ptag + "[" + std::to_string(from) + ".." + std::to_string(to) +
         (range.step == 1 ? "" : ":" + std::to_string(range.step)) + "]";
}

std::string names(const Program& program, const ProcessSet& processes, std::size_t most,
                  AllClones shown) {
  std::string list;
  std::uint64_t named = 0;
  std::size_t parts = 0;
  for (const ProcessRange& range : processes.ranges()) {
    for (const ProcessRange& part : by_group(program, range)) {
      if (parts == most) {
        const std::uint64_t rest = processes.size() - named;
        return list + " and " + counted(rest, "more process", "more processes");
      }
      list += (parts == 0 ? "" : ", ") + name_of(program, part, shown);
      named += part.count;
      ++parts;
    }
  }
  return list.empty() ? "no process" : list;
}

}  // namespace

std::string names_of(const Program& program, const ProcessSet& processes, std::size_t most) {
  return names(program, processes, most, AllClones::kTag);
}

std::string ranged_names_of(const Program& program, const ProcessSet& processes, std::size_t most) {
  return names(program, processes, most, AllClones::kIndices);
}

std::string name_of(const Program& program, const ProcessGroup& group) {
  const std::string& ptag = program.tag(group.definition);
  return group.count == 1 ? ptag + "[0]" : ptag + " ×" + format_count(group.count);
}

}  // namespace dps::blueprint
