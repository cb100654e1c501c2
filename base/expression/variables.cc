#include "base/expression/variables.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/expression/mistakes.h"
#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::expression {
namespace {

constexpr std::ptrdiff_t kShownOfCycle = 8;

}  // namespace

void Variables::define(std::span<const text::Field> fields, bool is_broken) {
  const std::string name(fields.size() < 2 ? "" : source_.text(fields[1].range));
  if (fields.size() < 3 && !is_broken && name.find('=') == std::string::npos) {
    problems_.error(fields.back().range, "the line is incomplete; expected V <name> <expression>");
  }
  if (fields.size() < 2) {
    return;
  }
  if (const auto refused = refuse_variable_name(name)) {
    if (is_broken) {
      return;
    }
    const bool assigns = name.find('=') != std::string::npos;
    problems_.error(fields[1].range,
                    assigns ? "separate the name of a variable and its expression by a blank: V " +
                                  printable(name.substr(0, name.find('='))) + " <expression>"
                            : *refused);
    return;
  }
  const auto [known, is_new] =
      names_.variables.emplace(name, static_cast<std::uint32_t>(definitions_.size()));
  if (!is_new) {
    problems_.error(fields[1].range,
                    fmt::format("variable {} is defined twice", text::quoted(name)),
                    {problems_.note(definitions_[known->second].name_place, "first defined here")});
    return;
  }
  const text::Range expression = fields.size() < 3 || is_broken
                                     ? text::Range{}
                                     : text::Range{fields[2].range.begin, fields.back().range.end};
  definitions_.push_back({name, fields[1].range, expression});
}

void Variables::override_with(const std::vector<std::pair<std::string, std::string>>& settings) {
  for (const auto& [name, value] : settings) {
    const auto known = names_.variables.find(name);
    if (known != names_.variables.end()) {
      definitions_[known->second].setting = value;
      continue;
    }
    std::vector<std::string> candidates;
    for (const VariableDefinition& definition : definitions_) {
      candidates.push_back(definition.name);
    }
    problems_.error_without_place(fmt::format("--set {}={}: the blueprint has no variable {}{}",
                                              printable(name), printable(value), text::quoted(name),
                                              did_you_mean(name, candidates)));
  }
}

void Variables::evaluate() {
  values_.assign(definitions_.size(), std::nullopt);
  for (VariableDefinition& definition : definitions_) {
    compile(definition);
  }
  for (std::uint32_t i = 0; i < definitions_.size(); ++i) {
    visit(i);
  }
}

std::vector<NamedValue> Variables::list() const {
  std::vector<NamedValue> all;
  for (std::size_t i = 0; i < definitions_.size(); ++i) {
    const VariableDefinition& definition = definitions_[i];
    all.push_back({definition.name, values_[i].value_or(0), definition.setting});
  }
  return all;
}

void Variables::compile(VariableDefinition& definition) {
  const ExpressionContext context{names_, false, true};
  if (!definition.expression.empty()) {  // else its line ended too early
    auto written = compile_expression(source_.text(), definition.expression, context);
    if (!written) {
      report_mistakes(problems_, source_.text(), definition.expression, context);
    } else if (!definition.setting) {
      definition.compiled = std::move(*written);
    }
  }
  if (definition.setting) {
    const text::Range all{0, static_cast<std::uint32_t>(definition.setting->size())};
    auto set = compile_expression(*definition.setting, all, context);
    if (!set) {
      for (const Mistake& mistake : mistakes_in(*definition.setting, all, context)) {
        report(definition, mistake);
      }
    } else {
      definition.compiled = std::move(*set);
    }
  }
}

/// Evaluates `root` after the variables that it needs, depth first. It does not recurse, since a
/// chain of variables may be as long as the file.
void Variables::visit(std::uint32_t root) {
  struct Step {
    std::uint32_t position;
    std::vector<std::uint32_t> needs;
  };
  const auto open = [&](std::uint32_t position) {
    VariableDefinition& definition = definitions_[position];
    definition.state = DefinitionState::kOpen;
    return Step{position, definition.compiled ? definition.compiled->variables()
                                              : std::vector<std::uint32_t>{}};
  };
  if (definitions_[root].state != DefinitionState::kNew) {
    return;
  }
  std::vector<Step> steps{open(root)};
  while (!steps.empty()) {
    Step& step = steps.back();
    if (step.needs.empty()) {
      settle(step.position);
      steps.pop_back();
      continue;
    }
    const std::uint32_t need = step.needs.back();
    step.needs.pop_back();
    if (definitions_[need].state == DefinitionState::kNew) {
      steps.push_back(open(need));
    } else if (definitions_[need].state == DefinitionState::kOpen) {
      std::vector<std::uint32_t> path;
      path.reserve(steps.size());
      for (const Step& each : steps) {
        path.push_back(each.position);
      }
      report_cycle(path, need);
    }
  }
}

/// `path` is the chain of variables being evaluated; from `again` on, it is a cycle. Those
/// variables get no values. A variable in several cycles is reported once.
void Variables::report_cycle(std::span<const std::uint32_t> path, std::uint32_t again) {
  const auto begin = std::find(path.begin(), path.end(), again);
  std::string chain;
  bool known = false;
  std::uint32_t first = again;
  for (auto at = begin; at != path.end(); ++at) {
    if (at - begin < kShownOfCycle) {
      chain += definitions_[*at].name + " -> ";
    }
    known |= !definitions_[*at].compiled.has_value();  // in a cycle that has been reported
    first = std::min(first, *at);
  }
  for (auto at = begin; at != path.end(); ++at) {
    definitions_[*at].compiled.reset();
  }
  if (!known) {
    problems_.error(definitions_[first].name_place,
                    fmt::format("variables depend on each other in a cycle: {}{}",
                                path.end() - begin > kShownOfCycle ? chain + "... -> " : chain,
                                definitions_[again].name));
  }
}

void Variables::settle(std::uint32_t position) {
  VariableDefinition& definition = definitions_[position];
  definition.state = DefinitionState::kDone;
  if (!definition.compiled) {
    return;
  }
  const Evaluation evaluation = definition.compiled->evaluate(Values{values_});
  values_[position] = evaluation.value;
  if (evaluation.mistake) {
    report(definition, *evaluation.mistake);
  }
}

void Variables::report(const VariableDefinition& definition, const Mistake& mistake) {
  if (definition.setting) {
    problems_.error_without_place(fmt::format("--set {}={}: {}", definition.name,
                                              printable(*definition.setting), mistake.text));
  } else {
    problems_.error(mistake.place, mistake.text);
  }
}

}  // namespace dps::expression
