#include "blueprint/reading/collective_checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps::blueprint {
namespace {

/// A use of an output with -collective by the processes of a plan.
struct Use {
  std::uint32_t functionality;  ///< instance
  std::uint32_t step;           ///< kNone: the line does not depend on it
  std::uint32_t output;         ///< instance

  auto operator<=>(const Use&) const = default;  // NOLINT: clang-tidy 14 does not know it
};

class Checker {
 public:
  Checker(const Program& program, std::span<const WrittenLine> lines, text::Problems& problems)
      : program_(program), lines_(lines), problems_(problems) {}

  void check() {
    check_types();
    uses_.resize(program_.plans.size());
    for (std::uint32_t plan = 0; plan < program_.plans.size(); ++plan) {
      find_uses(plan);
    }
    for (std::uint32_t process = 0; process < program_.process_count(); ++process) {
      for (const Use& use : uses_[program_.plan_of[process]]) {
        check_use(ProcessId{process}, use);
      }
    }
    problems_.set_subject({});
  }

 private:
  [[nodiscard]] const WrittenOutput& written(const Output& output) const {
    return std::get<WrittenOutput>(lines_[output.definition].body);
  }
  [[nodiscard]] std::string tag(std::uint32_t definition) const {
    return text::quoted(program_.tag(definition));
  }

  /// The type of a collective is sent by no other line.
  void check_types() {
    std::map<MessageId, std::uint32_t> owners;  // definitions
    for (const Output& output : program_.outputs) {
      if (output.is_collective()) {
        owners.emplace(output.mid, output.definition);
      }
    }
    for (const Output& output : program_.outputs) {
      const auto owner = owners.find(output.mid);
      if (owner != owners.end() && owner->second != output.definition) {
        const auto& type = written(output).argument(OutputFlag::kTag);
        const WrittenLine& line = lines_[output.definition];
        problems_.error(
            type ? type->place : line.tag.place,
            fmt::format("mtag {} is the type of the messages of the collective {}; no other O line "
                        "can send it",
                        text::quoted(program_.mtag(output.mid)), tag(owner->second)),
            {problems_.note(lines_[owner->second].tag.place, "the collective")});
      }
    }
  }

  void find_uses(std::uint32_t plan) {
    std::set<Use> found;
    for (const std::uint32_t unit : program_.units_of(program_.plans[plan])) {
      for (const std::uint32_t id : program_.functionalities_of(program_.units[unit])) {
        const Functionality& functionality = program_.functionalities[id];
        for (std::uint32_t step = 0; step < functionality.steps; ++step) {
          for (const std::uint32_t output : program_.outputs_of(functionality, step)) {
            if (program_.outputs[output].is_collective()) {
              const bool by_step = lines_[program_.outputs[output].definition].uses_step;
              found.insert({id, by_step ? step : kNone, output});
            }
          }
        }
      }
    }
    uses_[plan].assign(found.begin(), found.end());
  }

  void check_use(ProcessId process, const Use& use) {
    const Output& output = program_.outputs[use.output];
    if (!program_.rank_of(output, process)) {
      name(process, use);
      problems_.error(written(output).receivers.front().place,
                      fmt::format("the members of {} are its receivers, but the process, which "
                                  "performs it, is not among them",
                                  tag(output.definition)));
      return;
    }
    check_place(process, use);
    if (!checked_.insert({canonical(use.output), use.step}).second) {
      return;
    }
    for (const Receivers& element : program_.receivers_of(output)) {
      // One pair of members that differ is enough.
      for (std::uint32_t i = 0; i < element.count && !differing_.contains(output.definition); ++i) {
        compare(process, use, ProcessId{index(element.first) + i * element.step});
      }
    }
  }

  void name(ProcessId process, const Use& use) {
    text::Subject subject;
    const ProcessGroup& group = program_.group_of(process);
    subject.process =
        text::CloneName{program_.tag(group.definition), program_.index_in_group(process)};
    subject.number = index(process);
    if (use.step != kNone) {
      subject.step = use.step;
    }
    problems_.set_subject(subject);
  }

  /// A line with `step` is in one functionality, with the same K everywhere.
  void check_place(ProcessId process, const Use& use) {
    if (use.step == kNone) {
      return;
    }
    const std::uint32_t line = program_.outputs[use.output].definition;
    const Functionality& functionality = program_.functionalities[use.functionality];
    const Place here{functionality.definition, functionality.steps, process};
    const Place& first = places_.emplace(line, here).first->second;
    const auto& text = std::get<WrittenFunctionality>(lines_[here.functionality].body);
    problems_.set_subject({});
    if (first.functionality != here.functionality) {
      problems_.error(
          lines_[here.functionality].tag.place,
          fmt::format("{} is a collective that depends on 'step', so only one functionality can "
                      "use it, but {} also uses it",
                      tag(line), tag(first.functionality)),
          {problems_.note(lines_[line].tag.place, "uses 'step'")});
    } else if (first.steps != here.steps) {
      problems_.error(
          text.firings ? text.firings->place : text.next.place,
          fmt::format("{} is a collective that depends on 'step', so the K of a*K,b must be the "
                      "same in all members; it is {} in {} and {} in {}",
                      tag(line), format_count(first.steps - 1),
                      program_.process_name(first.process), format_count(here.steps - 1),
                      program_.process_name(process)),
          {problems_.note(lines_[line].tag.place, "uses 'step'")});
    }
  }

  /// Equal for outputs that differ only in what members may differ in: combination and route.
  std::uint32_t canonical(std::uint32_t position) {
    const auto known = canonical_of_.find(position);
    if (known != canonical_of_.end()) {
      return known->second;
    }
    const Output& output = program_.outputs[position];
    std::vector<std::uint32_t> members;
    for (const Receivers& element : program_.receivers_of(output)) {
      members.insert(members.end(), {index(element.first), element.count, element.step});
    }
    const collectives::Collective& of = program_.collective_of(output);
    const Key key{output.definition,
                  index(output.mid),
                  (output.packed ? 1U : 0U) + (output.xdr ? 2U : 0U),
                  static_cast<std::uint32_t>(of.operation) * 512U +
                      static_cast<std::uint32_t>(of.algorithm) * 2U + (of.native ? 1U : 0U),
                  of.root,
                  of.bytes,
                  std::move(members)};
    const std::uint32_t found = by_key_.emplace(key, position).first->second;
    canonical_of_.emplace(position, found);
    return found;
  }

  /// Reports it if `other`, a member, evaluates the line differently.
  void compare(ProcessId process, const Use& use, ProcessId other) {
    const std::uint32_t definition = program_.outputs[use.output].definition;
    for (const Use& theirs : uses_[program_.plan_of[index(other)]]) {
      if (program_.outputs[theirs.output].definition != definition || theirs.step != use.step ||
          canonical(theirs.output) == canonical(use.output)) {
        continue;
      }
      differing_.insert(definition);
      problems_.set_subject({});
      problems_.error(
          lines_[definition].tag.place,
          fmt::format("{} and {}, both members of {}, evaluate it differently{}: {}",
                      program_.process_name(process), program_.process_name(other), tag(definition),
                      use.step == kNone ? "" : fmt::format(" in step {}", use.step),
                      difference(use.output, theirs.output)));
    }
  }

  [[nodiscard]] std::string difference(std::uint32_t one, std::uint32_t other) const {
    const Output& a = program_.outputs[one];
    const Output& b = program_.outputs[other];
    const collectives::Collective& of = program_.collective_of(a);
    const collectives::Collective& with = program_.collective_of(b);
    if (of.operation != with.operation) {
      return fmt::format("{} and {}", name_of(of.operation), name_of(with.operation));
    }
    if (a.mid != b.mid) {
      return fmt::format("-t {} and {}", program_.mtag(a.mid), program_.mtag(b.mid));
    }
    if (!std::ranges::equal(program_.receivers_of(a), program_.receivers_of(b))) {
      return fmt::format("the members are not the same, {} and {}", format_count(of.members),
                         format_count(with.members));
    }
    if (of.bytes != with.bytes) {
      return fmt::format("-b {} and {}", format_count(of.bytes), format_count(with.bytes));
    }
    if (of.root != with.root) {
      return fmt::format("-root {} and {}", program_.process_name(program_.member(a, of.root)),
                         program_.process_name(program_.member(b, with.root)));
    }
    if (of.native != with.native || of.algorithm != with.algorithm) {
      return fmt::format("-alg {} and {}", algorithm_text(of), algorithm_text(with));
    }
    return a.packed != b.packed ? "-p on and off" : "-e on and off";
  }

  struct Place {
    std::uint32_t functionality;  ///< definition
    std::uint32_t steps;
    ProcessId process;
  };
  using Key = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t,
                         std::uint64_t, std::vector<std::uint32_t>>;

  const Program& program_;
  std::span<const WrittenLine> lines_;
  text::Problems& problems_;
  std::vector<std::vector<Use>> uses_;  // by plan
  std::map<std::uint32_t, Place> places_;
  std::map<Key, std::uint32_t> by_key_;
  std::map<std::uint32_t, std::uint32_t> canonical_of_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> checked_;
  std::set<std::uint32_t> differing_;  // definitions whose members differ
};

}  // namespace

void inherit_step(std::vector<WrittenLine>& lines, const Tags& tags,
                  const expression::Templates& templates) {
  for (WrittenLine& line : lines) {
    const auto* output = std::get_if<WrittenOutput>(&line.body);
    if (output == nullptr || !output->argument(OutputFlag::kCombine)) {
      continue;
    }
    for (const auto text : templates.written_texts(*output->argument(OutputFlag::kCombine))) {
      const auto computation = tags.find(Section::kComputation, text);
      if (computation && *computation < lines.size()) {
        line.uses_step = line.uses_step || lines[*computation].uses_step;
      }
    }
  }
}

void check_collectives(const Program& program, std::span<const WrittenLine> lines,
                       text::Problems& problems) {
  if (program.has_collectives()) {
    Checker(program, lines, problems).check();
  }
}

}  // namespace dps::blueprint
