#include "blueprint/reading/expansion.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "base/units.h"
#include "blueprint/collective_rules.h"
#include "blueprint/limits.h"
#include "blueprint/reading/endless_cycles.h"

namespace dps::blueprint {
namespace {

/// Limit on evaluated entries: clones with equal tables store only one, but evaluate all of them.
constexpr std::uint64_t kMostEvaluated = std::uint64_t{4} * kMaxTableEntries;

}  // namespace

void Expansion::expand(std::uint32_t group, const TagList& units) {
  Program& program = builder_.program;
  const ProcessGroup& clones = program.groups[group];
  group_ = group;
  knows_all_units_ = units.is_whole;
  unit_positions_.clear();
  for (const std::uint32_t unit : units.definitions) {
    unit_positions_.emplace(unit, static_cast<std::uint32_t>(unit_positions_.size()));
  }
  Instance plan;
  for (std::uint32_t self = 0; self < clones.count; ++self) {
    const std::uint32_t process = index(clones.first) + self;
    if (self == 0 || plan.dependence == Dependence::kProcess) {
      process_ = process;
      reader_.set_clone(
          Clone{program.tag(clones.definition), ProcessId{process}, self, clones.count});
      plan = read_plan(units.definitions);
    }
    program.plan_of[process] = plan.position;
  }
  reader_.set_clone(std::nullopt);
  reader_.name_clone_in_errors(false);
}

Expansion::Instance Expansion::read_plan(std::span<const std::uint32_t> units) {
  Instance plan;
  std::vector<std::uint32_t> positions;
  if (!read_all(units, positions, plan.dependence) || !knows_all_units_) {
    return plan;
  }
  const std::size_t known = builder_.program.plans.size();
  plan.position = builder_.add_plan(positions);
  if (builder_.program.plans.size() > known) {
    reader_.name_clone_in_errors(plan.dependence == Dependence::kProcess);
    if (const auto cycle = find_endless_cycle(builder_.program, plan.position)) {
      const auto& line = lines_[cycle->functionality];
      problems_.error(std::get<WrittenFunctionality>(line.body).next.place, cycle->text);
    }
  }
  return plan;
}

bool Expansion::read_all(std::span<const std::uint32_t> definitions,
                         std::vector<std::uint32_t>& out, Dependence& dependence) {
  bool ok = true;
  for (const std::uint32_t definition : definitions) {
    const Instance instance = read(definition);
    dependence = std::max(dependence, instance.dependence);
    ok &= instance.position != kNone;
    out.push_back(instance.position);
  }
  return ok;
}

Expansion::Instance Expansion::read(std::uint32_t definition) {
  if (lines_[definition].uses_step) {
    memos_[definition].is_read = true;
    reader_.set_step(step_);
    const Instance instance = evaluate(definition);
    reader_.set_step(std::nullopt);
    return instance;
  }
  if (is_current(memos_[definition])) {
    return memos_[definition].instance;
  }
  const Instance instance = evaluate(definition);
  memos_[definition] = {instance, true, group_, process_};
  return instance;
}

bool Expansion::is_current(const Memo& memo) const {
  if (!memo.is_read) {
    return false;
  }
  switch (memo.instance.dependence) {
    case Dependence::kNothing:
      return true;
    case Dependence::kGroup:
      return memo.group == group_;
    case Dependence::kProcess:
      return memo.process == process_;
  }
  return false;
}

Expansion::Instance Expansion::evaluate(std::uint32_t definition) {
  const WrittenLine& line = lines_[definition];
  if (line.is_broken) {
    return {};
  }
  blame(line, Dependence::kNothing);
  switch (line.section) {
    case Section::kInput:
      return read_input(definition, std::get<WrittenInput>(line.body));
    case Section::kComputation:
      return read_computation(definition, std::get<WrittenComputation>(line.body));
    case Section::kOutput:
      return read_output(definition, std::get<WrittenOutput>(line.body));
    case Section::kFunctionality:
      return read_functionality(definition, std::get<WrittenFunctionality>(line.body));
    case Section::kUnit:
      return read_unit(definition, std::get<WrittenUnit>(line.body));
    case Section::kProcess:
      break;
  }
  DPS_CHECK(false);  // no line names a P line
}

Expansion::Instance Expansion::read_input(std::uint32_t definition, const WrittenInput& line) {
  Instance out{kNone, lines_[definition].dependence};
  if (const auto pairs = reader_.read_input(line, builder_)) {
    out.position = builder_.add(Collection{definition, {}, line.each}, *pairs);
  }
  return out;
}

Expansion::Instance Expansion::read_computation(std::uint32_t definition,
                                                const WrittenComputation& line) {
  Instance out{kNone, lines_[definition].dependence};
  if (auto evaluated = reader_.read_computation(line)) {
    evaluated->computation.definition = definition;
    out.position = builder_.add(evaluated->computation, evaluated->words, evaluated->variates,
                                evaluated->operations);
  }
  return out;
}

Expansion::Instance Expansion::read_output(std::uint32_t definition, const WrittenOutput& line) {
  const WrittenLine& whole = lines_[definition];
  // A timer is valid only if its receiver is the sender, so the check depends on the process.
  const bool is_timer = line.argument(OutputFlag::kDelay).has_value();
  Instance out{kNone, is_timer ? Dependence::kProcess : whole.dependence};
  blame(whole, out.dependence);
  if (auto evaluated = reader_.read_output(line, whole.tag.place, names_, builder_)) {
    evaluated->output.definition = definition;
    if (evaluated->combination != kNone && lines_[evaluated->combination].uses_step &&
        !whole.uses_step) {
      problems_.error(line.argument(OutputFlag::kCombine)->place,
                      "this C line depends on 'step'; -combine must name it without an expression");
      return out;
    }
    if (evaluated->combination != kNone && !read_combination(line, *evaluated, out.dependence)) {
      return out;
    }
    const std::size_t known = builder_.program.outputs.size();
    out.position = builder_.add(evaluated->output, evaluated->receivers, evaluated->shares,
                                evaluated->variates, evaluated->collective);
    const bool is_new = builder_.program.outputs.size() > known;
    const std::uint64_t entries = evaluated->shares.size();
    if (entries > 0 && !count_entries(entries, is_new ? entries : 0, whole.tag.place)) {
      out.position = kNone;
    }
  }
  return out;
}

bool Expansion::read_combination(const WrittenOutput& line, EvaluatedOutput& evaluated,
                                 Dependence& dependence) {
  mention({&evaluated.combination, 1});
  const text::Range place = line.argument(OutputFlag::kCombine)->place;
  const WrittenLine& computation = lines_[evaluated.combination];
  const auto& body = std::get<WrittenComputation>(computation.body);
  if (!computation.is_broken && !may_combine(body.kind)) {
    problems_.error(place,
                    fmt::format("-combine names a line of the kind sleep, busywait, compute or "
                                "work; {} is of another kind",
                                text::quoted(builder_.program.tag(evaluated.combination))),
                    {problems_.note(computation.tag.place, "its C line")});
    return false;
  }
  const Instance combination = read(evaluated.combination);
  dependence = std::max(dependence, combination.dependence);
  evaluated.output.combination = combination.position;
  return combination.position != kNone;
}

const EvaluatedFunctionality& Expansion::named_by(std::uint32_t definition,
                                                  const WrittenFunctionality& line) {
  const auto known = functionalities_.find(definition);
  if (known != functionalities_.end() && lines_[definition].dependence == Dependence::kNothing) {
    return known->second;
  }
  EvaluatedFunctionality& evaluated = functionalities_[definition] =
      reader_.read_functionality(line);
  mention(evaluated.computations);
  mention(evaluated.outputs);
  if (evaluated.collection != kNone) {
    mention({&evaluated.collection, 1});
  }
  for (const EvaluatedNext& next : evaluated.nexts) {
    if (next.target < lines_.size()) {
      mention({&next.target, 1});
    }
  }
  return evaluated;
}

const EvaluatedUnit& Expansion::named_by(std::uint32_t definition, const WrittenUnit& line) {
  const auto known = units_.find(definition);
  if (known != units_.end() && lines_[definition].dependence == Dependence::kNothing) {
    return known->second;
  }
  EvaluatedUnit& named = units_[definition] = reader_.read_unit(line);
  mention(named.functionalities.definitions);
  return named;
}

void Expansion::mention(std::span<const std::uint32_t> definitions) {
  for (const std::uint32_t definition : definitions) {
    builder_.program.definitions[definition].mentioned = true;
  }
}

Expansion::Instance Expansion::read_functionality(std::uint32_t definition,
                                                  const WrittenFunctionality& line) {
  const WrittenLine& whole = lines_[definition];
  const EvaluatedFunctionality& evaluated = named_by(definition, line);
  Instance out{kNone, whole.dependence};
  std::vector<NextLeg> nexts;
  bool ok = place_nexts(evaluated, nexts, out.dependence) && evaluated.is_whole;
  Functionality functionality{definition, kNone, {}, {}, {}};
  const auto steps = steps_of(line, builder_.program.tag(definition), evaluated);
  functionality.steps = steps.value_or(1);
  ok &= steps.has_value();
  if (evaluated.collection != kNone) {
    const Instance collection = read(evaluated.collection);
    out.dependence = std::max(out.dependence, collection.dependence);
    functionality.collection = collection.position;
    ok &= collection.position != kNone;
  }
  std::vector<std::uint32_t> computations;
  std::vector<std::uint32_t> outputs;
  for (std::uint32_t step = 0; step < steps.value_or(0); ++step) {
    step_ = step;
    ok &= read_all(evaluated.computations, computations, out.dependence);
    ok &= read_all(evaluated.outputs, outputs, out.dependence);
  }
  blame(whole, Dependence::kNothing);
  if (check_acknowledgement(line, evaluated, outputs) && ok) {
    const std::size_t known = builder_.program.functionalities.size();
    out.position = builder_.add(functionality, computations, outputs, nexts);
    const bool is_new = builder_.program.functionalities.size() > known;
    if (is_new && functionality.steps > 1 &&
        !count_entries(0, computations.size() + outputs.size(), line.next.place)) {
      out.position = kNone;
    }
  }
  return out;
}

std::optional<std::uint32_t> Expansion::steps_of(const WrittenFunctionality& line,
                                                 const std::string& tag,
                                                 const EvaluatedFunctionality& evaluated) {
  std::optional<std::uint32_t> by_step;
  for (const auto* list : {&evaluated.computations, &evaluated.outputs}) {
    for (const std::uint32_t definition : *list) {
      by_step = !by_step && lines_[definition].uses_step ? definition : by_step;
    }
  }
  if (!by_step || evaluated.nexts.empty()) {
    return by_step ? std::nullopt : std::optional(1U);
  }
  const std::string& stepped = builder_.program.tag(*by_step);
  const Note note = problems_.note(lines_[*by_step].tag.place, "uses 'step'");
  if (evaluated.nexts.size() == 1) {
    problems_.error(line.next.place,
                    fmt::format("{} depends on 'step', the number of the firing in its cycle, so "
                                "the next of {} must be a*K,b",
                                text::quoted(stepped), text::quoted(tag)),
                    {note});
    return std::nullopt;
  }
  const std::uint64_t firings = evaluated.nexts.front().firings;
  if (firings >= kMaxSteps) {
    problems_.error(
        line.firings->place,
        fmt::format("{} depends on 'step', so the K of a*K,b can be at most {}, got {}",
                    text::quoted(stepped), format_count(kMaxSteps - 1), format_count(firings)),
        {note});
    return std::nullopt;
  }
  const std::uint64_t components = evaluated.computations.size() + evaluated.outputs.size();
  const std::uint64_t entries = (firings + 1) * components;
  const bool fits = count_entries(entries, 0, line.next.place) &&
                    (entries <= kMaxTableEntries || count_entries(0, entries, line.next.place));
  return fits ? std::optional(static_cast<std::uint32_t>(firings + 1)) : std::nullopt;
}

bool Expansion::count_entries(std::uint64_t evaluated, std::uint64_t stored, text::Range place) {
  evaluated_entries_ += evaluated;
  stored_entries_ += stored;
  const bool stores_too_many = stored_entries_ > kMaxTableEntries;
  if (!stores_too_many && evaluated_entries_ <= kMostEvaluated) {
    return true;
  }
  if (!std::exchange(tables_are_full_, true)) {
    problems_.error(place,
                    fmt::format("the tables of 'step' and 'to' {} more than {} entries; an entry "
                                "is a C or O line in a step, or a receiver",
                                stores_too_many ? "have" : "in all processes together need",
                                format_count(stores_too_many ? kMaxTableEntries : kMostEvaluated)));
  }
  return false;
}

/// Finds the positions of the next units on the P line. Raises `dependence` if there are any.
bool Expansion::place_nexts(const EvaluatedFunctionality& evaluated, std::vector<NextLeg>& out,
                            Dependence& dependence) {
  bool ok = true;
  for (const EvaluatedNext& next : evaluated.nexts) {
    if (next.target == kNextSame || next.target == kNextComplete) {
      out.push_back({next.target, next.firings});
      continue;
    }
    dependence = std::max(dependence, Dependence::kGroup);
    const auto position = position_of_unit(next);
    ok &= position.has_value();
    out.push_back({position.value_or(0), next.firings});
  }
  return ok;
}

std::optional<std::uint32_t> Expansion::position_of_unit(const EvaluatedNext& next) {
  const auto found = unit_positions_.find(next.target);
  if (found != unit_positions_.end()) {
    return found->second;
  }
  if (knows_all_units_) {
    const Program& program = builder_.program;
    const std::uint32_t group = program.groups[group_].definition;
    problems_.error(next.place,
                    fmt::format("the P line of {} does not list unit {}", program.tag(group),
                                text::quoted(program.tag(next.target))),
                    {problems_.note(lines_[group].tag.place, "its P line")});
  }
  return std::nullopt;
}

/// Reports ACK and ORIGIN with itag NULL, because there is no message to answer.
bool Expansion::check_acknowledgement(const WrittenFunctionality& line,
                                      const EvaluatedFunctionality& evaluated,
                                      std::span<const std::uint32_t> outputs) {
  if (evaluated.collection != kNone || !evaluated.is_whole) {
    return true;
  }
  for (std::size_t i = 0; i < std::max(outputs.size(), evaluated.outputs.size()); ++i) {
    const std::uint32_t output = evaluated.outputs[i % evaluated.outputs.size()];
    const std::string_view who = answers_to(output, outputs.empty() ? kNone : outputs[i]);
    if (!who.empty()) {
      const std::string& tag = builder_.program.tag(output);
      problems_.error(
          line.collection.place,
          fmt::format("otag {} sends to {}, the {} of the message that completed the collection; "
                      "with itag NULL there is none",
                      text::quoted(tag), who,
                      who == "ACK" ? "sender" : "process that began the request"),
          {problems_.note(lines_[output].tag.place, fmt::format("sends to {}", who))});
      return false;
    }
  }
  return true;
}

std::string_view Expansion::answers_to(std::uint32_t output_definition,
                                       std::uint32_t position) const {
  const Memo& memo = memos_[output_definition];
  if (position == kNone && is_current(memo)) {
    position = memo.instance.position;
  }
  if (position != kNone) {
    const Program& program = builder_.program;
    for (const Receivers& each : program.receivers_of(program.outputs[position])) {
      if (each.depends_on_message()) {
        return each.is_origin() ? "ORIGIN" : "ACK";
      }
    }
    return "";
  }
  if (!memo.is_read) {
    for (const Template& text : std::get<WrittenOutput>(lines_[output_definition].body).receivers) {
      for (const std::string_view who : {"ACK", "ORIGIN"}) {
        if (reader_.is_keyword(text, who)) {
          return who;
        }
      }
    }
  }
  return "";
}

Expansion::Instance Expansion::read_unit(std::uint32_t definition, const WrittenUnit& line) {
  const EvaluatedUnit& named = named_by(definition, line);
  Instance out{kNone, lines_[definition].dependence};
  std::vector<std::uint32_t> functionalities;
  if (read_all(named.functionalities.definitions, functionalities, out.dependence) &&
      named.functionalities.is_whole &&
      check_alternatives(line, named.alternatives, functionalities)) {
    out.position =
        builder_.add(Unit{definition, line.early, {}, {}}, functionalities, named.alternatives);
  }
  return out;
}

bool Expansion::check_alternatives(const WrittenUnit& line,
                                   std::span<const Alternative> alternatives,
                                   std::span<const std::uint32_t> functionalities) {
  const Program& program = builder_.program;
  const auto itag_of = [&](std::size_t position) -> std::string {
    const auto collection = program.functionalities[functionalities[position]].collection;
    return collection == kNone
               ? "NULL"
               : text::quoted(program.tag(program.collections[collection].definition));
  };
  const auto ftag_of = [&](std::size_t position) {
    return text::quoted(program.tag(program.functionalities[functionalities[position]].definition));
  };
  bool ok = true;
  std::size_t first = 0;
  for (std::size_t i = 1; i < alternatives.size(); ++i) {
    first = alternatives[i].choice == alternatives[first].choice ? first : i;
    if (program.functionalities[functionalities[i]].collection !=
        program.functionalities[functionalities[first]].collection) {
      ok = false;
      problems_.error(line.functionalities()[i].place,
                      fmt::format("{} has the itag {}, but {} has {}: alternatives must wait for "
                                  "the same collection",
                                  ftag_of(i), itag_of(i), ftag_of(first), itag_of(first)));
    }
  }
  return ok;
}

void Expansion::check_unreached(std::uint32_t definition) {
  const WrittenLine& line = lines_[definition];
  if (line.is_broken || line.dependence != Dependence::kNothing || line.uses_step) {
    return;
  }
  if (const auto* input = std::get_if<WrittenInput>(&line.body)) {
    reader_.read_input(*input, builder_);
  } else if (const auto* computation = std::get_if<WrittenComputation>(&line.body)) {
    reader_.read_computation(*computation);
  } else if (const auto* output = std::get_if<WrittenOutput>(&line.body)) {
    reader_.read_output(*output, line.tag.place, names_, builder_);
  } else if (const auto* functionality = std::get_if<WrittenFunctionality>(&line.body)) {
    check_acknowledgement(*functionality, named_by(definition, *functionality), {});
  } else if (const auto* unit = std::get_if<WrittenUnit>(&line.body)) {
    named_by(definition, *unit);
  }
}

}  // namespace dps::blueprint
