/// Facts about a whole program that all its warnings need, computed once.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/flows.h"
#include "blueprint/process_set.h"
#include "blueprint/program.h"
#include "blueprint/reach.h"

namespace dps::blueprint {

/// The tables that all warnings use.
struct Inspection {
  explicit Inspection(const Program& inspected);

  const Program& program;  ///< borrowed; outlives this object
  Reach reach;
  Flows flows;
  std::vector<PlanRange> ranges;
  std::vector<ProcessSet> collection_waiters;  ///< by collection: processes that may wait for it
  std::vector<ProcessSet> type_waiters;        ///< by mid: processes that may wait for the type
  std::vector<ProcessSet> type_receivers;      ///< by mid: processes that the type may be sent to

  /// Calls `visit(collection)` for the collections of all units that the plan can reach and in
  /// which a process can wait.
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

/// The message types that already have a warning, so that consequences get none of their own.
struct ReportedTypes {
  std::vector<bool> by_mid;
};

/// Warns of messages without a process that waits for them, and of collections that can never
/// become complete. Sets `reported`.
void warn_of_messages(const Inspection& inspection, ReportedTypes& reported,
                      std::vector<Diagnostic>& out);

/// Warns of units, functionalities and other lines that no process can reach.
void warn_of_unreached_lines(const Inspection& inspection, std::vector<Diagnostic>& out);

/// Warns of processes that can never end, unless a type in `reported` is the cause.
/// `without_exit_allowed`: no functionality of a process needs the next unit NULL.
void warn_of_endless_processes(const Inspection& inspection, const ReportedTypes& reported,
                               bool without_exit_allowed, std::vector<Diagnostic>& out);

/// Warns of messages that a process may take in one unit although a later unit waits for them,
/// except for later units whose tag is on a line of `allowed`.
void warn_of_early_messages(const Inspection& inspection, const std::vector<std::uint32_t>& allowed,
                            std::vector<Diagnostic>& out);

/// Warns of collections that mix the messages of requests, and of -each and quorums that have no
/// effect or can never be met.
void warn_of_requests(const Inspection& inspection, std::vector<Diagnostic>& out);

/// Warns of O lines that count answers (-pick least, -window) of receivers that never answer.
void warn_of_unanswered_outputs(const Inspection& inspection, std::vector<Diagnostic>& out);

}  // namespace dps::blueprint
