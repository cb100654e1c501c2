/// Finds lines that no process reaches, and processes that can never end.
#include <algorithm>
#include <map>

#include "base/text/problems.h"
#include "base/units.h"
#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"

namespace dps::blueprint {
namespace {

/// Limit on the notes of one warning.
constexpr std::size_t kMostNotes = 5;

/// The definitions that the plans of all processes use, and those that can take effect in a run.
class ReachedLines {
 public:
  explicit ReachedLines(const Inspection& inspection)
      : in_(inspection),
        program_(inspection.program),
        used_(program_.definitions.size(), false),
        active_(program_.definitions.size(), false),
        fires_(program_.definitions.size(), false) {
    std::vector<bool> known(program_.plans.size(), false);
    for (const PlanRange& range : in_.ranges) {
      if (!known[range.plan]) {
        known[range.plan] = true;
        enter(range);
      }
    }
  }

  void report(std::vector<Diagnostic>& out) const {
    report_inactive_units(out);
    report_skipped_functionalities(out);
    report_unused_lines(out);
  }

 private:
  void enter(const PlanRange& range) {
    const auto units = program_.units_of(program_.plans[range.plan]);
    for (const std::uint32_t at : units) {
      mark_used(program_.units[at]);
      listed_by_.try_emplace(program_.units[at].definition, range.first);
    }
    for (const std::uint32_t position : in_.reach.units_of(range.plan)) {
      enter_active(program_.units[units[position]]);
    }
  }

  void enter_active(const Unit& unit) {
    active_[unit.definition] = true;
    const bool left_at_once = leaves_at_once(program_, unit);
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (left_at_once && functionality.collection != kNone) {
        skipped_.try_emplace(functionality.definition, unit.definition);
      } else {
        fires_[functionality.definition] = true;
      }
    }
  }

  void mark_used(const Unit& unit) {
    used_[unit.definition] = true;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      used_[functionality.definition] = true;
      if (functionality.collection != kNone) {
        used_[program_.collections[functionality.collection].definition] = true;
      }
      for (const std::uint32_t computation : program_.computations_of(functionality)) {
        used_[program_.computations[computation].definition] = true;
      }
      for (const std::uint32_t output : program_.outputs_of(functionality)) {
        used_[program_.outputs[output].definition] = true;
        if (const std::uint32_t combination = program_.outputs[output].combination;
            combination != kNone) {
          used_[program_.computations[combination].definition] = true;
        }
      }
    }
  }

  static Diagnostic at(Span span) { return {Severity::kWarning, span, "", {}}; }

  void report_inactive_units(std::vector<Diagnostic>& out) const {
    for (const auto& [definition, process] : listed_by_) {
      if (active_[definition]) {
        continue;
      }
      Diagnostic warning = at(program_.definitions[definition].tag_span);
      warning.text = text::quoted(program_.tag(definition)) +
                     " never becomes active: no functionality that can fire in " +
                     text::quoted(program_.tag(program_.group_of(ProcessId{process}).definition)) +
                     " names it as the next unit";
      out.push_back(std::move(warning));
    }
  }

  void report_skipped_functionalities(std::vector<Diagnostic>& out) const {
    for (const auto& [definition, unit] : skipped_) {
      if (fires_[definition]) {
        continue;
      }
      Diagnostic warning = at(program_.definitions[definition].tag_span);
      warning.text = text::quoted(program_.tag(definition)) +
                     " never fires: a functionality with itag NULL leaves " +
                     text::quoted(program_.tag(unit)) + " as soon as it becomes active";
      out.push_back(std::move(warning));
    }
  }

  /// Reports all lines that other lines mention but no process uses in one warning: they have the
  /// same cause, since only unused lines mention them.
  void report_unused_lines(std::vector<Diagnostic>& out) const {
    std::vector<const Definition*> unused;
    for (std::size_t at = 0; at < used_.size(); ++at) {
      const Definition& definition = program_.definitions[at];
      if (!used_[at] && definition.mentioned && definition.section != Section::kProcess) {
        unused.push_back(&definition);
      }
    }
    if (unused.empty()) {
      return;
    }
    Diagnostic warning = at(unused.front()->tag_span);
    warning.text = "no process reaches " + text::quoted(unused.front()->tag);
    if (unused.size() > 1) {
      warning.text += " and " + format_count(unused.size() - 1) +
                      (unused.size() == 2 ? " other line" : " other lines");
    }
    warning.text +=
        ": only unused lines mention " + std::string(unused.size() == 1 ? "it" : "them");
    for (std::size_t i = 1; i < std::min(unused.size(), kMostNotes + 1); ++i) {
      warning.notes.push_back(
          {unused[i]->tag_span, text::quoted(unused[i]->tag) + " is not reached either"});
    }
    out.push_back(std::move(warning));
  }

  const Inspection& in_;
  const Program& program_;
  std::vector<bool> used_;                            ///< by definition: part of some plan
  std::vector<bool> active_;                          ///< by definition: unit that becomes active
  std::vector<bool> fires_;                           ///< by definition: functionality that fires
  std::map<std::uint32_t, std::uint32_t> listed_by_;  ///< unit to a process that lists it
  std::map<std::uint32_t, std::uint32_t> skipped_;    ///< functionality to a unit that never waits
};

/// The processes of one P line that can never end, with the cause.
class EndlessProcesses {
 public:
  EndlessProcesses(const Inspection& inspection, const ReportedTypes& reported)
      : in_(inspection), program_(inspection.program), reported_(reported) {}

  void inspect(const PlanRange& range) {
    ProcessSet able;  // to end
    bool may_end = false;
    bool is_reported = false;
    for (const Firing& firing : in_.reach.firings_of(range.plan)) {
      const Functionality& functionality = program_.functionalities[firing.functionality];
      if (!completes(functionality)) {
        continue;
      }
      may_end = true;
      const ProcessSet served = served_by(functionality, range, is_reported);
      if (served.size() == range.count || is_reported) {
        return;
      }
      last_ = firing.functionality;
      std::vector<ProcessRange> both = able.ranges();
      both.insert(both.end(), served.ranges().begin(), served.ranges().end());
      able = ProcessSet::of(std::move(both));
    }
    if (!may_end) {
      without_exit_.append(range.first, range.count);
      return;
    }
    for (std::uint32_t p = range.first; p < range.first + range.count; ++p) {
      if (!able.contains(ProcessId{p})) {
        waiting_for_ = starving_.empty() ? last_ : waiting_for_;
        starving_.append(p, 1);
      }
    }
  }

  void report(const ProcessGroup& group, bool without_exit_allowed,
              std::vector<Diagnostic>& out) const {
    const Span span = program_.definitions[group.definition].tag_span;
    if (!without_exit_.empty() && !without_exit_allowed) {
      out.push_back(
          {Severity::kWarning,
           span,
           names_of(program_, without_exit_) +
               " can never end: no functionality that can fire there has the next unit "
               "NULL; if the process is a server, add -server after the N of its P line; --for "
               "TIME ends a run without an end",
           {}});
    }
    if (!starving_.empty()) {
      out.push_back({Severity::kWarning, span, starving_text(), {}});
    }
  }

 private:
  bool completes(const Functionality& functionality) const {
    return std::ranges::any_of(program_.nexts_of(functionality),
                               [](const NextLeg& leg) { return leg.target == kNextComplete; });
  }

  /// Returns the processes of the range that receive all types of the functionality's collection.
  /// Sets `is_reported` if one of these types already has a warning.
  ProcessSet served_by(const Functionality& functionality, const PlanRange& range,
                       bool& is_reported) const {
    ProcessSet served(ProcessRange{range.first, range.count, 1});
    if (functionality.collection == kNone) {
      return served;
    }
    for (const CountedTag& pair :
         program_.pairs_of(program_.collections[functionality.collection])) {
      is_reported = is_reported || reported_.by_mid[index(pair.mid)];
      served = served.intersection(in_.type_receivers[index(pair.mid)]);
    }
    return served;
  }

  std::string starving_text() const {
    const Collection& collection =
        program_.collections[program_.functionalities[waiting_for_].collection];
    std::string missing;
    for (const CountedTag& pair : program_.pairs_of(collection)) {
      if (missing.empty() && !in_.type_receivers[index(pair.mid)].contains(starving_.first())) {
        missing = program_.mtag(pair.mid);
      }
    }
    return names_of(program_, starving_) + " can never end: no process sends the " +
           text::quoted(missing) + " that " + text::quoted(program_.tag(collection.definition)) +
           " waits for there";
  }

  const Inspection& in_;
  const Program& program_;
  const ReportedTypes& reported_;
  ProcessSet without_exit_;  ///< no functionality that can fire has the next unit NULL
  ProcessSet starving_;      ///< never receive the messages that such a functionality waits for
  std::uint32_t last_ = kNone;
  std::uint32_t waiting_for_ = kNone;  ///< such a functionality of the first starving process
};

}  // namespace

void warn_of_unreached_lines(const Inspection& inspection, std::vector<Diagnostic>& out) {
  ReachedLines(inspection).report(out);
}

void warn_of_endless_processes(const Inspection& inspection, const ReportedTypes& reported,
                               bool without_exit_allowed, std::vector<Diagnostic>& out) {
  auto range = inspection.ranges.begin();
  for (const ProcessGroup& group : inspection.program.groups) {
    const std::uint32_t end = index(group.first) + group.count;
    EndlessProcesses endless(inspection, reported);
    while (range != inspection.ranges.end() && range->first < end) {
      const std::uint32_t first = std::max(range->first, index(group.first));
      const std::uint32_t range_end = range->first + range->count;
      if (!group.server) {
        endless.inspect({range->plan, first, std::min(end, range_end) - first});
      }
      if (range_end > end) {
        break;
      }
      ++range;
    }
    endless.report(group, without_exit_allowed, out);
  }
}

}  // namespace dps::blueprint
