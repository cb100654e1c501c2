#include "predictor/models/compiled_model.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression_lexer.h"
#include "base/expression/mistakes.h"

namespace dps::models {
namespace {

constexpr std::size_t kShownOfCycle = 8;

/// Compiles the definitions of a model.
class Compiler {
 public:
  Compiler(const text::SourceMap& source, Model model, SheetFunctions* sheet,
           text::Problems& problems)
      : source_(source), sheet_(sheet), problems_(problems) {
    compiled_.model = std::move(model);
  }

  CompiledModel compile() {
    name_definitions();
    find_in_sheet();
    for (const ModelDefinition& definition : compiled_.model.definitions) {
      compile(definition);
    }
    for (const ModelDefinition& definition : compiled_.model.unnamed) {
      report_mistakes(definition);
    }
    return std::move(compiled_);
  }

 private:
  void name_definitions();
  void find_in_sheet();
  void compile(const ModelDefinition& definition);
  void report_mistakes(const ModelDefinition& definition);
  [[nodiscard]] expression::ExpressionContext context_of(const ModelDefinition& definition) const {
    return {compiled_.names, false, false, kModelDialect, definition.parameters};
  }
  void report(const expression::Mistake& mistake);
  void add_function(const std::string& name, expression::Callee callee);

  const text::SourceMap& source_;
  SheetFunctions* sheet_;
  text::Problems& problems_;
  CompiledModel compiled_;
};

void Compiler::name_definitions() {
  for (const ModelDefinition& definition : compiled_.model.definitions) {
    if (definition.is_function()) {
      add_function(definition.name, {static_cast<std::uint32_t>(definition.parameters.size())});
      compiled_.function_places.push_back(definition.name_place);
    } else {
      compiled_.names.variables.emplace(definition.name,
                                        static_cast<std::uint32_t>(compiled_.slots.size()));
      compiled_.slots.push_back({definition.name, definition.name_place});
    }
  }
}

void Compiler::add_function(const std::string& name, expression::Callee callee) {
  const auto index = static_cast<std::uint32_t>(compiled_.calls.functions.size());
  if (compiled_.names.functions.emplace(name, expression::Signature{index, callee.parameters})
          .second) {
    compiled_.calls.functions.push_back(std::move(callee));
  }
}

/// Adds the functions of the sheet that the model calls, and those that may be suggested.
void Compiler::find_in_sheet() {
  if (sheet_ == nullptr) {
    return;
  }
  std::vector<std::string> wanted = sheet_->names();
  for (const ModelDefinition& definition : compiled_.model.definitions) {
    expression::ExpressionLexer lexer(source_.text(), definition.body, kModelDialect);
    for (auto token = lexer.next(); token && token->kind != expression::TokenKind::kEnd;
         token = lexer.next()) {
      if (token->kind == expression::TokenKind::kName) {
        wanted.emplace_back(token->text);
      }
    }
  }
  for (const std::string& name : wanted) {
    if (compiled_.names.functions.contains(name) || compiled_.names.variables.contains(name)) {
      continue;
    }
    if (auto callee = sheet_->find(name)) {
      add_function(name, *std::move(callee));
    }
  }
}

void Compiler::compile(const ModelDefinition& definition) {
  auto body =
      expression::compile_expression(source_.text(), definition.body, context_of(definition));
  if (!body) {
    report_mistakes(definition);
    return;
  }
  if (definition.is_function()) {
    const auto index = compiled_.names.functions.at(definition.name).index;
    compiled_.calls.functions[index].body = *std::move(body);
  } else {
    compiled_.slots[compiled_.names.variables.at(definition.name)].expression = *std::move(body);
  }
}

void Compiler::report_mistakes(const ModelDefinition& definition) {
  for (const expression::Mistake& mistake :
       expression::mistakes_in(source_.text(), definition.body, context_of(definition))) {
    report(mistake);
  }
}

void Compiler::report(const expression::Mistake& mistake) {
  if (mistake.name.empty()) {
    problems_.error(mistake.place, mistake.text);
    return;
  }
  const bool may_be_of_sheet = sheet_ == nullptr && mistake.name.starts_with('t') &&
                               mistake.text.starts_with("unknown function") &&
                               mistake.text.find("did you mean") == std::string::npos;
  problems_.error_about(
      mistake.name, mistake.place,
      mistake.text + (may_be_of_sheet
                          ? fmt::format("; --machine SHEET.toml gives it if '{}' is in that sheet",
                                        mistake.name.substr(1))
                          : ""));
}

std::string name_of(const CompiledModel& model, std::uint32_t node) {
  if (node < model.slots.size()) {
    return model.slots[node].name;
  }
  const auto index = static_cast<std::uint32_t>(node - model.slots.size());
  const auto found = std::find_if(model.names.functions.begin(), model.names.functions.end(),
                                  [index](const auto& each) { return each.second.index == index; });
  return found == model.names.functions.end() ? "" : found->first;
}

text::Range place_of(const CompiledModel& model, std::uint32_t node) {
  return node < model.slots.size() ? model.slots[node].place
                                   : model.function_places.at(node - model.slots.size());
}

}  // namespace

const ModelDefinition* CompiledModel::find(std::string_view name) const {
  const auto found =
      std::find_if(model.definitions.begin(), model.definitions.end(),
                   [name](const ModelDefinition& definition) { return definition.name == name; });
  return found == model.definitions.end() ? nullptr : &*found;
}

const ModelDefinition* CompiledModel::last_function() const {
  const auto found = std::find_if(model.definitions.rbegin(), model.definitions.rend(),
                                  [](const ModelDefinition& each) { return each.is_function(); });
  return found == model.definitions.rend() ? nullptr : &*found;
}

CompiledModel compile_model(const text::SourceMap& source, Model model, SheetFunctions* sheet,
                            text::Problems& problems) {
  return Compiler(source, std::move(model), sheet, problems).compile();
}

Needs needs_of(const CompiledModel& model) {
  Needs needs;
  needs.reserve(model.slots.size() + model.calls.functions.size());
  const auto add = [&](const expression::Expression& expression) {
    std::vector<std::uint32_t> all = expression.variables();
    for (const std::uint32_t function : expression.functions()) {
      all.push_back(static_cast<std::uint32_t>(model.slots.size()) + function);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    needs.push_back(std::move(all));
  };
  for (const Slot& slot : model.slots) {
    add(slot.expression);
  }
  for (const expression::Callee& function : model.calls.functions) {
    add(function.body);
  }
  return needs;
}

void report_recursion(const CompiledModel& model, text::Problems& problems) {
  const Needs needs = needs_of(model);
  std::vector<std::uint32_t> all(needs.size());
  std::iota(all.begin(), all.end(), 0U);
  for (std::vector<std::uint32_t> cycle : dependencies_of(needs, all).cycles) {
    const auto first =
        std::min_element(cycle.begin(), cycle.end(), [&](std::uint32_t a, std::uint32_t b) {
          return place_of(model, a).begin < place_of(model, b).begin;
        });
    std::rotate(cycle.begin(), first, cycle.end());
    std::string chain;
    for (std::size_t i = 0; i < std::min(cycle.size(), kShownOfCycle); ++i) {
      chain += name_of(model, cycle[i]) + " -> ";
    }
    problems.error(
        place_of(model, cycle.front()),
        fmt::format("definitions depend on one another in a cycle: {}{}{}", chain,
                    cycle.size() > kShownOfCycle ? "... -> " : "", name_of(model, cycle.front())));
  }
}

}  // namespace dps::models
