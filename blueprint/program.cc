#include "blueprint/program.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/expression/variate.h"
#include "base/random.h"

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

std::uint32_t Program::end_of_choice(const Unit& unit, std::uint32_t first) const {
  const auto list = alternatives_of(unit);
  std::uint32_t end = first + 1;
  while (end < list.size() && list[end].choice == list[first].choice) {
    ++end;
  }
  return end;
}

double Program::weight_of(const Unit& unit, std::uint32_t position) const {
  const auto list = alternatives_of(unit);
  if (list.empty()) {
    return 1;
  }
  const bool is_first = position == 0 || list[position - 1].choice != list[position].choice;
  return list[position].weights - (is_first ? 0 : list[position - 1].weights);
}

/// Each field has draws of its own, whether or not the other one varies.
double detail::drawn(const std::vector<expression::Instruction>& table, Extent variate,
                     std::uint64_t draw, std::uint64_t field) {
  constexpr std::uint64_t kSecondField =
      0x5851f42d4c957f2dU;  // any number that no distribution has
  return expression::value_at(run_of(table, variate),
                              field == 0 ? draw : seed_of(draw, kSecondField));
}

ProcessId Program::member(const Output& output, std::uint32_t rank) const {
  for (const Receivers& element : receivers_of(output)) {
    if (rank < element.count) {
      return ProcessId{index(element.first) + rank * element.step};
    }
    rank -= element.count;
  }
  DPS_CHECK(false && "a rank below the number of members");
}

std::optional<std::uint32_t> Program::rank_of(const Output& output, ProcessId process) const {
  std::uint32_t first_rank = 0;
  for (const Receivers& element : receivers_of(output)) {
    if (process >= element.first) {
      const std::uint32_t distance = index(process) - index(element.first);
      if (distance % element.step == 0 && distance / element.step < element.count) {
        return first_rank + distance / element.step;
      }
    }
    first_rank += element.count;
  }
  return std::nullopt;
}

std::uint64_t Program::varying_bytes(const Output& output, std::uint64_t draw) const {
  if (output.is_collective()) {
    return draw;
  }
  if (output.bytes_variate.count == 0) {
    return output.shares.count == 0 ? output.bytes : shares_of(output)[draw].bytes;
  }
  const double size = std::round(detail::drawn(output_variates, output.bytes_variate, draw, 0));
  return std::min(output.bytes, static_cast<std::uint64_t>(size));
}

}  // namespace dps::blueprint
