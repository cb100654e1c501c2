/// What the warnings about a whole program look at, gathered once.
#pragma once

#include <vector>

#include "base/diagnostic.h"
#include "blueprint/flows.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::blueprint {

struct Inspection {
  explicit Inspection(const Program& inspected);

  const Program& program;  ///< borrowed; outlives this object
  Reach reach;
  Flows flows;
  std::vector<ProcessRun> runs;
  std::vector<ProcessSet> waiting;   ///< by collection: the processes that may wait for it
  std::vector<ProcessSet> awaiting;  ///< by mid: the processes that may wait for it
  std::vector<ProcessSet> getting;   ///< by mid: the processes that it may be sent to

  /// The collections of the units that the plan can reach and wait in.
  template <typename Visit>
  void for_each_wait(std::uint32_t plan, Visit visit) const {
    const auto units = program.units_of(program.plans[plan]);
    for (const std::uint32_t position : reach.units_of(plan)) {
      const Unit& unit = program.units[units[position]];
      if (leaves_at_once(program, unit)) {
        continue;
      }
      for (const std::uint32_t at : program.functionalities_of(unit)) {
        if (program.functionalities[at].collection != kNone) {
          visit(program.functionalities[at].collection);
        }
      }
    }
  }
};

/// The types of which a warning already tells, so that what follows from them is not told again.
struct ToldTypes {
  std::vector<bool> by_mid;
};

void warn_of_messages(const Inspection& inspection, ToldTypes& told, std::vector<Diagnostic>& out);
void warn_of_unreached_lines(const Inspection& inspection, std::vector<Diagnostic>& out);
void warn_of_endless_processes(const Inspection& inspection, const ToldTypes& told,
                               std::vector<Diagnostic>& out);
void warn_of_early_messages(const Inspection& inspection, std::vector<Diagnostic>& out);

}  // namespace dps::blueprint
