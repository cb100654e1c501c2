/// The times of `ops` components on the hosts of a run.
/// Source: docs/language.md, "ops: counted operations".
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/operations/processor_timings.h"
#include "blueprint/program.h"
#include "coordinator/placement/placement.h"

namespace dps::coordinator {

/// The timings of a processor type.
struct NamedTimings {
  std::string name;
  operations::ProcessorTimings timings;
};

/// The tags of all C lines with `ops` that processes reach, in the order of the program.
std::vector<std::string> tags_of_sums(const blueprint::Program& program);

/// The reason for which a host of the placement, which is complete, cannot execute an `ops`
/// component of its processes: there are several timings, none of which has the name of its TYPE
/// (ignoring case); or an operation has no time. nullopt if all hosts can execute them.
std::optional<std::string> lacking_timings(const blueprint::Program& program,
                                           const Placement& placement,
                                           std::span<const NamedTimings> timings);

/// The reason for which no host can execute an `ops` component, wherever its processes are placed:
/// no processor type has the times of all its operations. It names all such components. nullopt if
/// there are none.
std::optional<std::string> lacking_everywhere(const blueprint::Program& program,
                                              std::span<const NamedTimings> timings);

/// Sets the times of all `ops` components of the slice of a process on a host of this TYPE.
void set_operation_times(blueprint::Program& slice, std::span<const NamedTimings> timings,
                         const std::string& type);

}  // namespace dps::coordinator
