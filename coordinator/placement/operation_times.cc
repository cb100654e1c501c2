#include "coordinator/placement/operation_times.h"

#include <algorithm>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/check.h"
#include "base/letter_case.h"
#include "base/operations/sum_time.h"
#include "base/printable.h"

namespace dps::coordinator {
namespace {

using blueprint::Computation;
using blueprint::ComputationKind;

/// Returns the timings for this TYPE; null if there are none.
const NamedTimings* timings_for(std::span<const NamedTimings> all, const std::string& type) {
  if (all.size() == 1) {
    return &all.front();
  }
  const auto found = std::ranges::find_if(
      all, [&](const NamedTimings& one) { return lower_case(one.name) == lower_case(type); });
  return found == all.end() ? nullptr : &*found;
}

/// The `ops` components of a process.
std::vector<std::uint32_t> sums_of(const blueprint::Program& program, ProcessId process) {
  std::vector<std::uint32_t> sums;
  for (const std::uint32_t unit : program.units_of(program.plan(process))) {
    for (const std::uint32_t functionality : program.functionalities_of(program.units[unit])) {
      for (const std::uint32_t at :
           program.computations_of(program.functionalities[functionality])) {
        if (program.computations[at].kind == ComputationKind::kOps) {
          sums.push_back(at);
        }
      }
    }
  }
  return sums;
}

std::string names_of_timings(std::span<const NamedTimings> timings) {
  std::vector<std::string> names;
  for (const NamedTimings& one : timings) {
    names.push_back(fmt::format("'{}'", printable(one.name)));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

std::optional<std::string> lacking_on(const blueprint::Program& program, const Host& host,
                                      std::span<const std::uint32_t> sums,
                                      std::span<const NamedTimings> timings) {
  const NamedTimings* own = timings_for(timings, host.type);
  if (own == nullptr) {
    return fmt::format(
        "no processor type of the timings file has the name '{}', the TYPE of {}; "
        "it has {}",
        printable(host.type), printable(host.name), names_of_timings(timings));
  }
  for (const std::uint32_t at : sums) {
    const Computation& line = program.computations[at];
    const auto time = operations::time_of(program.operations_of(line), line.loop, own->timings);
    if (!time) {
      return fmt::format(
          "the timings of processor type '{}' do not have {}, which computation "
          "'{}' needs",
          printable(own->name), fmt::join(time.error(), ", "),
          printable(program.tag(line.definition)));
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> tags_of_sums(const blueprint::Program& program) {
  std::vector<std::string> tags;
  std::set<std::uint32_t> seen;
  for (const Computation& line : program.computations) {
    if (line.kind == ComputationKind::kOps && seen.insert(line.definition).second) {
      tags.push_back(program.tag(line.definition));
    }
  }
  return tags;
}

std::optional<std::string> lacking_timings(const blueprint::Program& program,
                                           const Placement& placement,
                                           std::span<const NamedTimings> timings) {
  std::set<std::pair<std::uint32_t, std::string>> checked;  // plans with types of hosts
  if (tags_of_sums(program).empty()) {
    return std::nullopt;
  }
  for (std::uint32_t p = 0; p < program.process_count(); ++p) {
    const Host& host = placement.host(ProcessId{p});
    if (!checked.emplace(program.plan_of[p], host.type).second) {
      continue;
    }
    const auto sums = sums_of(program, ProcessId{p});
    if (auto lacking = sums.empty() ? std::nullopt : lacking_on(program, host, sums, timings)) {
      return lacking;
    }
  }
  return std::nullopt;
}

std::optional<std::string> lacking_everywhere(const blueprint::Program& program,
                                              std::span<const NamedTimings> timings) {
  std::vector<std::string> lacking;
  std::set<std::uint32_t> seen;
  for (const Computation& line : program.computations) {
    if (line.kind != ComputationKind::kOps || !seen.insert(line.definition).second) {
      continue;
    }
    std::set<std::string_view> missing;  // of any type
    const bool has_time = std::ranges::any_of(timings, [&](const NamedTimings& one) {
      const auto time = operations::time_of(program.operations_of(line), line.loop, one.timings);
      if (!time) {
        missing.insert(time.error().begin(), time.error().end());
      }
      return time.has_value();
    });
    if (!has_time) {
      lacking.push_back(fmt::format("{}, which computation '{}' needs", fmt::join(missing, ", "),
                                    printable(program.tag(line.definition))));
    }
  }
  if (lacking.empty()) {
    return std::nullopt;
  }
  const std::string names = names_of_timings(timings);
  const std::string all = fmt::format("{}", fmt::join(lacking, "; "));
  return timings.size() == 1
             ? fmt::format("the timings of processor type {} do not have {}", names, all)
             : fmt::format("none of the processor types {} has {}", names, all);
}

void set_operation_times(blueprint::Program& slice, std::span<const NamedTimings> timings,
                         const std::string& type) {
  for (Computation& line : slice.computations) {
    if (line.kind != ComputationKind::kOps) {
      continue;
    }
    const NamedTimings* own = timings_for(timings, type);
    DPS_CHECK(own != nullptr);
    const auto time = operations::time_of(slice.operations_of(line), line.loop, own->timings);
    DPS_CHECK(time.has_value());
    constexpr double kPicosecondsPerSecond = 1e12;
    line.amount = static_cast<double>(time->count()) / kPicosecondsPerSecond;
  }
}

}  // namespace dps::coordinator
