#include "profiles/unclaimed_notes.h"

#include <fmt/format.h>

#include "base/units.h"

namespace dps::profiles {
namespace {

constexpr std::size_t kMostUnclaimedNotes = 10;

std::string unit_tag(const blueprint::Program& program, ProcessId process, std::uint32_t unit) {
  const auto units = program.units_of(program.plan(process));
  return unit < units.size() ? program.tag(program.units[units[unit]].definition) : "?";
}

}  // namespace

void UnclaimedNotes::add(ProcessId process, std::span<const engine::Unclaimed> left) {
  std::map<std::pair<std::uint32_t, MessageId>, std::uint64_t> counts;  // by unit, type
  for (const engine::Unclaimed& one : left) {
    counts[{one.unit, one.mid}] += one.count;
  }
  for (const auto& [where, count] : counts) {
    add(process, where.first, where.second, count);
  }
}

void UnclaimedNotes::add(ProcessId process, std::uint32_t unit, MessageId mid,
                         std::uint64_t count) {
  if (index(mid) >= program_.message_types.size()) {
    return;
  }
  const std::string futag = unit_tag(program_, process, unit);
  const auto [position, is_new] = positions_.try_emplace({futag, mid}, rows_.size());
  if (is_new) {
    rows_.push_back({futag, mid, 0, 0, process});
  }
  Row& row = rows_[position->second];
  row.messages += count;
  ++row.processes;
}

std::string UnclaimedNotes::note(const Row& row) const {
  const std::string first = program_.process_name(row.first);
  return fmt::format("{} '{}' stayed unclaimed, taken in unit '{}' of {}",
                     format_count(row.messages), program_.mtag(row.mid), row.unit,
                     row.processes == 1 ? fmt::format("'{}'", first)
                                        : fmt::format("{} processes, the first of them '{}'",
                                                      format_count(row.processes), first));
}

std::vector<std::string> UnclaimedNotes::take() {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < rows_.size() && i < kMostUnclaimedNotes; ++i) {
    notes.push_back(note(rows_[i]));
  }
  if (rows_.size() > kMostUnclaimedNotes) {
    notes.push_back(fmt::format(
        "and unclaimed messages of {} more types and units; 'unclaimed_msgs' in the result (-o) "
        "has their number for each process",
        rows_.size() - kMostUnclaimedNotes));
  }
  rows_.clear();
  positions_.clear();
  return notes;
}

}  // namespace dps::profiles
