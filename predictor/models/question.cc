#include "predictor/models/question.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression_lexer.h"
#include "base/expression/mistakes.h"
#include "base/suggestion.h"
#include "base/text/value_list.h"

namespace dps::models {
namespace {

/// Keys of a point besides its variables. Source: docs/models.md, "The table".
constexpr std::array<std::string_view, 5> kKeysOfPoints{"time_s", "min_s", "max_s", "speedup",
                                                        "parts"};

using Instructions = std::vector<expression::Instruction>;

/// A text without comments and line ends: every sequence of blanks is one.
std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t after = expression::after_blanks(text, at, kModelDialect);
    line += after > at ? ' ' : text[at];
    at = std::max(after, at + 1);
  }
  return line;
}

class Planner {
 public:
  Planner(const Question& question, const QuestionPlaces& places, const text::SourceMap& source,
          CompiledModel& model, text::Problems& problems)
      : question_(question), places_(places), source_(source), model_(model), problems_(problems) {}

  ResolvedQuestion make() {
    function_ = find_function();
    if (function_ == nullptr) {
      return std::move(plan_);
    }
    plan_.of = function_->name;
    add_arguments();
    for (std::size_t i = 0; i < question_.settings.size(); ++i) {
      apply(i);
    }
    check_arguments();
    check_points();
    plan_.speedup_slot = speedup_slot();
    plan_.best_axis = best_axis();
    const auto index = model_.names.functions.at(function_->name).index;
    plan_.target = call_of(index);
    if (question_.parts) {
      add_parts();
    }
    return std::move(plan_);
  }

 private:
  const ModelDefinition* find_function();
  void add_arguments();
  void apply(std::size_t setting);
  void apply_list(const Setting& setting, const QuestionPlaces::SettingPlace& place, Slot& slot);
  void apply_expression(const Setting& setting, const QuestionPlaces::SettingPlace& place,
                        Slot& slot);
  void check_arguments();
  void check_points();
  std::optional<std::uint32_t> find_slot(const std::string& name, text::Range place);
  std::optional<std::uint32_t> speedup_slot();
  std::optional<std::size_t> best_axis();
  [[nodiscard]] expression::Expression call_of(std::uint32_t function) const;
  void add_parts();
  [[nodiscard]] std::string part_name(const expression::Term& term) const;

  const Question& question_;
  const QuestionPlaces& places_;
  const text::SourceMap& source_;
  CompiledModel& model_;
  text::Problems& problems_;
  const ModelDefinition* function_ = nullptr;
  std::vector<std::uint32_t> arguments_;  // slots, by parameter
  std::vector<bool> is_set_;              // by slot: a setting names it
  std::size_t own_slots_ = 0;             // constants; the slots after them are arguments
  ResolvedQuestion plan_;
};

const ModelDefinition* Planner::find_function() {
  if (question_.of.empty()) {
    const ModelDefinition* last = model_.last_function();
    if (last == nullptr && !problems_.has_errors()) {
      problems_.error_without_place("the model defines no function; write NAME(p,d) = EXPRESSION");
    }
    return last;
  }
  const ModelDefinition* definition = model_.find(question_.of);
  if (definition != nullptr && definition->is_function()) {
    return definition;
  }
  std::vector<std::string> functions;
  for (const ModelDefinition& each : model_.model.definitions) {
    if (each.is_function()) {
      functions.push_back(each.name);
    }
  }
  problems_.error(
      places_.of,
      definition != nullptr
          ? fmt::format("{} is a constant, not a function", text::quoted(question_.of))
          : fmt::format("the model defines no function {}{}", text::quoted(question_.of),
                        did_you_mean(question_.of, functions)));
  return nullptr;
}

/// Adds the arguments. A parameter has the value of the constant of that name or, without one, a
/// slot of its own.
void Planner::add_arguments() {
  own_slots_ = model_.slots.size();
  for (const std::string& parameter : function_->parameters) {
    const auto constant = model_.names.variables.find(parameter);
    if (constant != model_.names.variables.end()) {
      arguments_.push_back(constant->second);
      continue;
    }
    arguments_.push_back(static_cast<std::uint32_t>(model_.slots.size()));
    model_.slots.push_back({parameter, function_->name_place});
  }
  is_set_.assign(model_.slots.size(), false);
}

std::optional<std::uint32_t> Planner::find_slot(const std::string& name, text::Range place) {
  const auto found = std::find_if(model_.slots.begin(), model_.slots.end(),
                                  [&](const Slot& slot) { return slot.name == name; });
  if (found != model_.slots.end()) {
    return static_cast<std::uint32_t>(found - model_.slots.begin());
  }
  std::vector<std::string> names;
  names.reserve(model_.slots.size());
  for (const Slot& slot : model_.slots) {
    names.push_back(slot.name);
  }
  problems_.error(
      place,
      fmt::format("{} is neither a constant of the model nor a parameter of {}{}",
                  text::quoted(name), text::quoted(function_->name), did_you_mean(name, names)));
  return std::nullopt;
}

void Planner::apply(std::size_t setting) {
  const Setting& each = question_.settings[setting];
  const auto& place = places_.settings[setting];
  const auto found = find_slot(each.name, place.name);
  if (!found) {
    return;
  }
  if (is_set_[*found]) {
    problems_.error(place.name, fmt::format("{} is given twice", text::quoted(each.name)));
    return;
  }
  is_set_[*found] = true;
  Slot& slot = model_.slots[*found];
  if (each.option == "--vary" || text::is_list(each.values)) {
    apply_list(each, place, slot);
  } else {
    apply_expression(each, place, slot);
  }
}

void Planner::apply_list(const Setting& setting, const QuestionPlaces::SettingPlace& place,
                         Slot& slot) {
  if (std::find(kKeysOfPoints.begin(), kKeysOfPoints.end(), setting.name) != kKeysOfPoints.end()) {
    problems_.error(place.name, fmt::format("{} is a column of the table and cannot vary; rename "
                                            "it in the model",
                                            text::quoted(setting.name)));
    return;
  }
  const auto list = text::parse_values(setting.values, kMostPoints);
  if (!list) {
    const std::size_t begin = place.values.begin + list.error().begin;
    problems_.error(text::range_of(begin, begin + list.error().size), list.error().text);
    return;
  }
  slot.expression = {};
  slot.is_given = true;
  const auto index = static_cast<std::uint32_t>(&slot - model_.slots.data());
  plan_.axes.push_back({setting.name, text::expand(*list), index});
}

void Planner::apply_expression(const Setting& setting, const QuestionPlaces::SettingPlace& place,
                               Slot& slot) {
  const expression::ExpressionContext context{model_.names, false, false, kModelDialect};
  auto compiled = expression::compile_expression(source_.text(), place.values, context);
  if (!compiled) {
    for (const expression::Mistake& mistake :
         expression::mistakes_in(source_.text(), place.values, context)) {
      problems_.error(mistake.place, mistake.text);
    }
    return;
  }
  slot.expression = *std::move(compiled);
  slot.place = place.name;
  plan_.fixed.emplace_back(setting.name, setting.values);
}

void Planner::check_arguments() {
  std::string missing;
  for (std::size_t i = own_slots_; i < model_.slots.size(); ++i) {
    if (!is_set_[i]) {
      missing += (missing.empty() ? "" : ", ") + model_.slots[i].name;
    }
  }
  if (!missing.empty()) {
    problems_.error(function_->name_place,
                    fmt::format("{} needs values: --vary NAME=VALUES or --set NAME=VALUE for {}",
                                text::quoted(function_->name), missing));
  }
}

void Planner::check_points() {
  double points = 1;
  std::size_t varied = 0;
  for (const VariedName& axis : plan_.axes) {
    points *= static_cast<double>(axis.values.size());
    varied += axis.values.size() > 1 ? 1 : 0;
  }
  const text::Range place = places_.settings.empty() ? places_.of : places_.settings.back().name;
  if (varied > kMostVariables) {
    problems_.error(place, fmt::format("at most {} names can have several values, got {}",
                                       kMostVariables, varied));
  } else if (points > static_cast<double>(kMostPoints)) {
    problems_.error(place, fmt::format("a table has at most {} points, got {}", kMostPoints,
                                       expression::number_text(points)));
  }
}

std::optional<std::uint32_t> Planner::speedup_slot() {
  return question_.speedup.empty() ? std::nullopt : find_slot(question_.speedup, places_.speedup);
}

std::optional<std::size_t> Planner::best_axis() {
  if (question_.best.empty()) {
    return std::nullopt;
  }
  const auto axis = std::find_if(plan_.axes.begin(), plan_.axes.end(), [&](const VariedName& each) {
    return each.name == question_.best;
  });
  if (axis != plan_.axes.end()) {
    return static_cast<std::size_t>(axis - plan_.axes.begin());
  }
  if (find_slot(question_.best, places_.best)) {
    problems_.error(places_.best, fmt::format("{} has one value; --vary {}=VALUES gives it several",
                                              text::quoted(question_.best), question_.best));
  }
  return std::nullopt;
}

/// A call with the arguments of the function in the question.
expression::Expression Planner::call_of(std::uint32_t function) const {
  Instructions code;
  code.reserve(arguments_.size() + 1);
  for (const std::uint32_t slot : arguments_) {
    code.push_back({expression::Opcode::kVariable, slot, function_->name_place});
  }
  code.push_back({expression::Opcode::kCall, function, function_->name_place});
  return expression::Expression(std::move(code));
}

/// Makes a function with the same parameters of each term.
void Planner::add_parts() {
  const expression::ExpressionContext context{model_.names, false, false, kModelDialect,
                                              function_->parameters};
  for (const expression::Term& term :
       expression::terms_of(source_.text(), function_->body, kModelDialect)) {
    auto body = expression::compile_expression(source_.text(), term.place, context);
    if (!body) {
      return;  // the function has the same mistake, which is reported
    }
    const auto index = static_cast<std::uint32_t>(model_.calls.functions.size());
    model_.calls.functions.push_back(
        {static_cast<std::uint32_t>(function_->parameters.size()), *std::move(body)});
    plan_.parts.push_back({part_name(term), call_of(index), term.is_subtracted});
  }
}

/// The text of the term; a number is added if a term before has the same text.
std::string Planner::part_name(const expression::Term& term) const {
  const std::string text = (term.is_subtracted ? "-" : "") + one_line(source_.text(term.place));
  std::string name = text;
  const auto is_taken = [&] {
    return std::any_of(plan_.parts.begin(), plan_.parts.end(),
                       [&](const SumTerm& part) { return part.name == name; });
  };
  for (std::size_t number = 2; is_taken(); ++number) {
    name = fmt::format("{} ({})", text, number);
  }
  return name;
}

/// The slots that the expressions need.
std::vector<std::uint32_t> needed_slots(const CompiledModel& model, const ResolvedQuestion& plan) {
  std::vector<std::uint32_t> roots;
  const auto slots = static_cast<std::uint32_t>(model.slots.size());
  const auto add = [&](const expression::Expression& expression) {
    for (const std::uint32_t slot : expression.variables()) {
      roots.push_back(slot);
    }
    for (const std::uint32_t function : expression.functions()) {
      roots.push_back(slots + function);
    }
  };
  add(plan.target);
  for (const SumTerm& part : plan.parts) {
    add(part.call);
  }
  std::vector<std::uint32_t> order = dependencies_of(needs_of(model), roots).order;
  std::erase_if(order, [slots](std::uint32_t node) { return node >= slots; });
  return order;
}

}  // namespace

QuestionPlaces add_to(ModelText& text, const Question& question) {
  QuestionPlaces places;
  const auto add = [&](const std::string& option, const std::string& value) {
    return value.empty() ? text::Range{} : text.add({option, value});
  };
  for (const Setting& setting : question.settings) {
    const text::Range all = text.add({setting.option, setting.name + "=" + setting.values});
    const std::size_t equals = all.begin + setting.name.size();
    places.settings.push_back(
        {text::range_of(all.begin, equals), text::range_of(equals + 1, all.end)});
  }
  places.of = add("--of", question.of);
  places.speedup = add("--speedup", question.speedup);
  places.best = add("--best", question.best);
  return places;
}

ResolvedQuestion make_plan(const Question& question, const QuestionPlaces& places,
                           const text::SourceMap& source, CompiledModel& model,
                           text::Problems& problems) {
  ResolvedQuestion plan = Planner(question, places, source, model, problems).make();
  report_recursion(model, problems);
  if (!problems.has_errors()) {
    plan.slots = needed_slots(model, plan);
  }
  return plan;
}

}  // namespace dps::models
