/// Lines that no process comes to, and processes that come to no end.
#include <algorithm>
#include <map>

#include "base/units.h"
#include "blueprint/analysis/inspection.h"
#include "blueprint/process_names.h"
#include "text/problems.h"

namespace dps::blueprint {
namespace {

/// Notes that a warning carries at most; the rest is counted.
constexpr std::size_t kMostNotes = 5;

/// What the plans of the program have in common, definition by definition.
class Lines {
 public:
  explicit Lines(const Inspection& inspection)
      : in_(inspection),
        program_(inspection.program),
        read_(program_.definitions.size(), false),
        active_(program_.definitions.size(), false),
        fires_(program_.definitions.size(), false) {
    std::vector<bool> known(program_.plans.size(), false);
    for (const ProcessRun& run : in_.runs) {
      if (!known[run.plan]) {
        known[run.plan] = true;
        enter(run);
      }
    }
  }

  void tell(std::vector<Diagnostic>& out) const {
    tell_inactive_units(out);
    tell_passed_functionalities(out);
    tell_unread(out);
  }

 private:
  void enter(const ProcessRun& run) {
    const auto units = program_.units_of(program_.plans[run.plan]);
    for (const std::uint32_t at : units) {
      read_unit(program_.units[at]);
      listed_by_.try_emplace(program_.units[at].definition, run.first);
    }
    for (const std::uint32_t position : in_.reach.units_of(run.plan)) {
      enter_active(program_.units[units[position]]);
    }
  }

  void enter_active(const Unit& unit) {
    active_[unit.definition] = true;
    const bool left_at_once = leaves_at_once(program_, unit);
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      if (left_at_once && functionality.collection != kNone) {
        passed_.try_emplace(functionality.definition, unit.definition);
      } else {
        fires_[functionality.definition] = true;
      }
    }
  }

  void read_unit(const Unit& unit) {
    read_[unit.definition] = true;
    for (const std::uint32_t at : program_.functionalities_of(unit)) {
      const Functionality& functionality = program_.functionalities[at];
      read_[functionality.definition] = true;
      if (functionality.collection != kNone) {
        read_[program_.collections[functionality.collection].definition] = true;
      }
      for (const std::uint32_t computation : program_.computations_of(functionality)) {
        read_[program_.computations[computation].definition] = true;
      }
      for (const std::uint32_t output : program_.outputs_of(functionality)) {
        read_[program_.outputs[output].definition] = true;
      }
    }
  }

  static Diagnostic at(Span span) { return {Severity::kWarning, span, "", {}}; }

  void tell_inactive_units(std::vector<Diagnostic>& out) const {
    for (const auto& [definition, process] : listed_by_) {
      if (active_[definition]) {
        continue;
      }
      Diagnostic warning = at(program_.definitions[definition].tag_span);
      warning.text = text::quoted(program_.tag(definition)) +
                     " never becomes active: nothing that fires in " +
                     text::quoted(program_.tag(program_.group_of(ProcessId{process}).definition)) +
                     " goes on to it";
      out.push_back(std::move(warning));
    }
  }

  void tell_passed_functionalities(std::vector<Diagnostic>& out) const {
    for (const auto& [definition, unit] : passed_) {
      if (fires_[definition]) {
        continue;
      }
      Diagnostic warning = at(program_.definitions[definition].tag_span);
      warning.text = text::quoted(program_.tag(definition)) +
                     " never fires: " + text::quoted(program_.tag(unit)) +
                     " is left as soon as it becomes active, by a functionality whose itag is NULL";
      out.push_back(std::move(warning));
    }
  }

  /// Lines that others name and no process reads: all follow from lines that nobody uses.
  void tell_unread(std::vector<Diagnostic>& out) const {
    std::vector<const Definition*> unread;
    for (std::size_t at = 0; at < read_.size(); ++at) {
      const Definition& definition = program_.definitions[at];
      if (!read_[at] && definition.mentioned && definition.section != Section::kProcess) {
        unread.push_back(&definition);
      }
    }
    if (unread.empty()) {
      return;
    }
    Diagnostic warning = at(unread.front()->tag_span);
    warning.text = "no process reaches " + text::quoted(unread.front()->tag);
    if (unread.size() > 1) {
      warning.text += " and " + format_count(unread.size() - 1) +
                      (unread.size() == 2 ? " other line" : " other lines");
    }
    warning.text += ": only lines that are not used themselves name " +
                    std::string(unread.size() == 1 ? "it" : "them");
    for (std::size_t i = 1; i < std::min(unread.size(), kMostNotes + 1); ++i) {
      warning.notes.push_back({unread[i]->tag_span, "nor " + text::quoted(unread[i]->tag)});
    }
    out.push_back(std::move(warning));
  }

  const Inspection& in_;
  const Program& program_;
  std::vector<bool> read_;                            ///< by definition: some plan has it
  std::vector<bool> active_;                          ///< by definition of a unit
  std::vector<bool> fires_;                           ///< by definition of a functionality
  std::map<std::uint32_t, std::uint32_t> listed_by_;  ///< unit to a process that lists it
  std::map<std::uint32_t, std::uint32_t> passed_;     ///< functionality to a unit left at once
};

/// Who of one P line cannot end, and why.
class Endless {
 public:
  Endless(const Inspection& inspection, const ToldTypes& told)
      : in_(inspection), program_(inspection.program), told_(told) {}

  void inspect(const ProcessRun& run) {
    ProcessSet able;
    bool may_end = false;
    bool told = false;
    for (const Firing& firing : in_.reach.firings_of(run.plan)) {
      const Functionality& functionality = program_.functionalities[firing.functionality];
      if (!completes(functionality)) {
        continue;
      }
      may_end = true;
      const ProcessSet served = served_by(functionality, run, told);
      if (served.size() == run.count || told) {
        return;
      }
      last_ = firing.functionality;
      std::vector<ProcessRange> both = able.ranges();
      both.insert(both.end(), served.ranges().begin(), served.ranges().end());
      able = ProcessSet::of(std::move(both));
    }
    if (!may_end) {
      aimless_.append(run.first, run.count);
      return;
    }
    for (std::uint32_t p = run.first; p < run.first + run.count; ++p) {
      if (!able.contains(ProcessId{p})) {
        waiting_for_ = starving_.empty() ? last_ : waiting_for_;
        starving_.append(p, 1);
      }
    }
  }

  void tell(const ProcessGroup& group, std::vector<Diagnostic>& out) const {
    const Span span = program_.definitions[group.definition].tag_span;
    if (!aimless_.empty()) {
      out.push_back({Severity::kWarning,
                     span,
                     names_of(program_, aimless_) +
                         " can never end: no functionality that may fire there goes on to NULL; "
                         "a process that serves the others for ever is marked -server",
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

  /// Those of the run that get all types of the collection. `told` if a warning has told already
  /// why nobody does.
  ProcessSet served_by(const Functionality& functionality, const ProcessRun& run,
                       bool& told) const {
    ProcessSet served(ProcessRange{run.first, run.count, 1});
    if (functionality.collection == kNone) {
      return served;
    }
    for (const CountedTag& pair :
         program_.pairs_of(program_.collections[functionality.collection])) {
      told = told || told_.by_mid[index(pair.mid)];
      served = served.intersection(in_.getting[index(pair.mid)]);
    }
    return served;
  }

  std::string starving_text() const {
    const Collection& collection =
        program_.collections[program_.functionalities[waiting_for_].collection];
    std::string missing;
    for (const CountedTag& pair : program_.pairs_of(collection)) {
      if (missing.empty() && !in_.getting[index(pair.mid)].contains(starving_.first())) {
        missing = program_.mtag(pair.mid);
      }
    }
    return names_of(program_, starving_) + " can never end: nobody sends the " +
           text::quoted(missing) + " that " + text::quoted(program_.tag(collection.definition)) +
           " waits for there";
  }

  const Inspection& in_;
  const Program& program_;
  const ToldTypes& told_;
  ProcessSet aimless_;   ///< have no way to NULL
  ProcessSet starving_;  ///< have one, and never get what it waits for
  std::uint32_t last_ = kNone;
  std::uint32_t waiting_for_ = kNone;  ///< the functionality that would end the first of them
};

}  // namespace

void warn_of_unreached_lines(const Inspection& inspection, std::vector<Diagnostic>& out) {
  Lines(inspection).tell(out);
}

void warn_of_endless_processes(const Inspection& inspection, const ToldTypes& told,
                               std::vector<Diagnostic>& out) {
  auto run = inspection.runs.begin();
  for (const ProcessGroup& group : inspection.program.groups) {
    const std::uint32_t end = index(group.first) + group.count;
    Endless endless(inspection, told);
    while (run != inspection.runs.end() && run->first < end) {
      const std::uint32_t first = std::max(run->first, index(group.first));
      const std::uint32_t run_end = run->first + run->count;
      if (!group.server) {
        endless.inspect({run->plan, first, std::min(end, run_end) - first});
      }
      if (run_end > end) {
        break;
      }
      ++run;
    }
    endless.tell(group, out);
  }
}

}  // namespace dps::blueprint
