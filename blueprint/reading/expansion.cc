#include "blueprint/reading/expansion.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/check.h"
#include "blueprint/reading/endless_cycles.h"

namespace dps::blueprint {

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
    out.position = builder_.add(Collection{definition, {}}, *pairs);
  }
  return out;
}

Expansion::Instance Expansion::read_computation(std::uint32_t definition,
                                                const WrittenComputation& line) {
  Instance out{kNone, lines_[definition].dependence};
  if (auto evaluated = reader_.read_computation(line)) {
    evaluated->computation.definition = definition;
    out.position = builder_.add(evaluated->computation, evaluated->words, evaluated->variates);
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
    out.position = builder_.add(evaluated->output, evaluated->receivers, evaluated->variates);
  }
  return out;
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

const TagList& Expansion::named_by(std::uint32_t definition, const WrittenUnit& line) {
  const auto known = units_.find(definition);
  if (known != units_.end() && lines_[definition].dependence == Dependence::kNothing) {
    return known->second;
  }
  TagList& named = units_[definition] =
      reader_.read_tags(line.functionalities, Section::kFunctionality);
  mention(named.definitions);
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
  if (evaluated.collection != kNone) {
    const Instance collection = read(evaluated.collection);
    out.dependence = std::max(out.dependence, collection.dependence);
    functionality.collection = collection.position;
    ok &= collection.position != kNone;
  }
  std::vector<std::uint32_t> computations;
  std::vector<std::uint32_t> outputs;
  ok &= read_all(evaluated.computations, computations, out.dependence);
  ok &= read_all(evaluated.outputs, outputs, out.dependence);
  blame(whole, Dependence::kNothing);
  if (check_acknowledgement(line, evaluated) && ok) {
    out.position = builder_.add(functionality, computations, outputs, nexts);
  }
  return out;
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

/// Reports ACK with itag NULL, because there is no message to answer.
bool Expansion::check_acknowledgement(const WrittenFunctionality& line,
                                      const EvaluatedFunctionality& evaluated) {
  if (evaluated.collection != kNone || !evaluated.is_whole) {
    return true;
  }
  for (const std::uint32_t output : evaluated.outputs) {
    if (acknowledges(output)) {
      const std::string& tag = builder_.program.tag(output);
      problems_.error(line.collection.place,
                      fmt::format("otag {} sends to ACK, the sender of the message that completed "
                                  "the collection; with itag NULL there is none",
                                  text::quoted(tag)),
                      {problems_.note(lines_[output].tag.place, "sends to ACK")});
      return false;
    }
  }
  return true;
}

bool Expansion::acknowledges(std::uint32_t output_definition) const {
  const Memo& memo = memos_[output_definition];
  if (is_current(memo) && memo.instance.position != kNone) {
    const Program& program = builder_.program;
    const auto receivers = program.receivers_of(program.outputs[memo.instance.position]);
    return std::any_of(receivers.begin(), receivers.end(),
                       [](auto& each) { return each.is_ack(); });
  }
  const auto& written = std::get<WrittenOutput>(lines_[output_definition].body).receivers;
  return !memo.is_read && std::any_of(written.begin(), written.end(), [&](const Template& text) {
    return reader_.is_keyword(text, "ACK");
  });
}

Expansion::Instance Expansion::read_unit(std::uint32_t definition, const WrittenUnit& line) {
  const TagList& named = named_by(definition, line);
  Instance out{kNone, lines_[definition].dependence};
  std::vector<std::uint32_t> functionalities;
  if (read_all(named.definitions, functionalities, out.dependence) && named.is_whole) {
    out.position = builder_.add(Unit{definition, line.early, {}}, functionalities);
  }
  return out;
}

void Expansion::check_unreached(std::uint32_t definition) {
  const WrittenLine& line = lines_[definition];
  if (line.is_broken || line.dependence != Dependence::kNothing) {
    return;
  }
  if (const auto* input = std::get_if<WrittenInput>(&line.body)) {
    reader_.read_input(*input, builder_);
  } else if (const auto* computation = std::get_if<WrittenComputation>(&line.body)) {
    reader_.read_computation(*computation);
  } else if (const auto* output = std::get_if<WrittenOutput>(&line.body)) {
    reader_.read_output(*output, line.tag.place, names_, builder_);
  } else if (const auto* functionality = std::get_if<WrittenFunctionality>(&line.body)) {
    check_acknowledgement(*functionality, named_by(definition, *functionality));
  } else if (const auto* unit = std::get_if<WrittenUnit>(&line.body)) {
    named_by(definition, *unit);
  }
}

}  // namespace dps::blueprint
