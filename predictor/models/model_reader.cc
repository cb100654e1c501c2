#include "predictor/models/model_reader.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "base/expression/expression_lexer.h"
#include "base/suggestion.h"
#include "predictor/models/statements.h"

namespace dps::models {
namespace {

struct Unit {
  std::string_view name;
  double per_second;
};
constexpr std::array<Unit, 4> kUnits{{{"s", 1}, {"ms", 1e3}, {"us", 1e6}, {"ns", 1e9}}};

/// Commands of gnuplot, in whose scripts models of this kind were written, and their replacements.
constexpr auto kGnuplotCommands = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"plot", "'--vary NAME=VALUES --plot FILE.svg' draws"},
    {"splot", "'--vary NAME=VALUES --vary NAME=VALUES --plot FILE.svg' draws"},
    {"replot", "'--plot FILE.svg' draws"},
    {"load", "name the other file on the command line, too"},
    {"call", "name the other file on the command line, too"},
    {"print", "'--of FUNCTION' prints the values of a function"},
    {"set", "--plot chooses the form of a picture"},
    {"unset", "--plot chooses the form of a picture"},
    {"reset", "--plot chooses the form of a picture"},
    {"fit", "'dps datasheet' fits equations"},
    {"pause", "leave it out"},
    {"exit", "leave it out"},
    {"quit", "leave it out"},
});

constexpr std::string_view kOperators = "+-*/%^<>&|?:),";

class ModelReader {
 public:
  ModelReader(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  void read(text::Range statement);
  Model take() { return std::move(model_); }

 private:
  /// Each returns false, or nullopt, after an error in the syntax.
  bool read_unit();
  std::optional<ModelDefinition> read_head();
  bool read_parameters(ModelDefinition& definition);
  bool read_parameter(ModelDefinition& definition);
  bool expect_equals(const ModelDefinition& definition);

  void add(ModelDefinition definition);
  void refuse_start(text::Range word);
  bool fail(text::Range place, std::string text);

  void skip_blanks() { at_ = expression::after_blanks(text_, at_, kModelDialect); }
  bool take(char c) {
    const bool is_there = at_ < text_.size() && text_[at_] == c;
    at_ += is_there ? 1 : 0;
    skip_blanks();
    return is_there;
  }
  /// The name, or the number with letters, at this position; empty if there is neither.
  text::Range take_word();
  /// The character at this position, or nothing at the end of the statement.
  [[nodiscard]] text::Range here() const {
    return text::range_of(at_, std::min(at_ + 1, text_.size()));
  }
  [[nodiscard]] std::string got() const {
    return at_ == text_.size() ? "the statement ends" : "got " + text::quoted(source_.text(here()));
  }

  const text::SourceMap& source_;
  text::Problems& problems_;
  std::string_view text_;  // up to the end of the statement
  std::size_t at_ = 0;
  Model model_;
  std::optional<text::Range> unit_;  // the first one
  std::unordered_map<std::string, std::size_t> by_name_;
};

void ModelReader::read(text::Range statement) {
  text_ = source_.text().substr(0, statement.end);
  at_ = statement.begin;
  if (read_unit()) {
    return;
  }
  at_ = statement.begin;
  auto definition = read_head();
  if (!definition) {
    return;
  }
  definition->body = text::range_of(at_, text_.size());
  add(*std::move(definition));
}

/// True for a statement "unit UNIT", even one with an error. A definition may have that name.
bool ModelReader::read_unit() {
  const text::Range word = take_word();
  if (source_.text(word) != "unit" || at_ == text_.size() || text_[at_] == '=' ||
      text_[at_] == '(') {
    return false;
  }
  const text::Range name = take_word();
  const auto unit = std::find_if(kUnits.begin(), kUnits.end(),
                                 [&](const Unit& each) { return each.name == source_.text(name); });
  if (unit == kUnits.end() || at_ != text_.size()) {
    fail(text::range_of(name.begin, text_.size()), "the unit of the times is s, ms, us or ns");
  } else if (unit_) {
    problems_.error(word, "the unit is given twice", {problems_.note(*unit_, "first given here")});
  } else {
    unit_ = word;
    model_.units_per_second = unit->per_second;
  }
  return true;
}

std::optional<ModelDefinition> ModelReader::read_head() {
  const text::Range name = take_word();
  const bool is_start =
      !name.empty() && at_ < text_.size() && (text_[at_] == '=' || text_[at_] == '(');
  if (!is_start) {
    refuse_start(name);
    return std::nullopt;
  }
  ModelDefinition definition{std::string(source_.text(name)), name};
  if (auto refused = expression::refuse_variable_name(definition.name, kModelDialect)) {
    fail(name, *std::move(refused));
  }
  if (take('(') && !read_parameters(definition)) {
    return std::nullopt;
  }
  return expect_equals(definition) ? std::optional(std::move(definition)) : std::nullopt;
}

/// Reads the parameters after '(', up to ')'.
bool ModelReader::read_parameters(ModelDefinition& definition) {
  do {
    if (!read_parameter(definition)) {
      return false;
    }
  } while (take(','));
  return take(')') ||
         fail(here(), fmt::format("expected ',' or ')' after the parameter, {}", got()));
}

bool ModelReader::read_parameter(ModelDefinition& definition) {
  const text::Range place = take_word();
  const std::string name(source_.text(place));
  if (place.empty()) {
    return fail(here(), fmt::format("expected the name of a parameter, {}; a constant is "
                                    "written {} = EXPRESSION",
                                    got(), definition.name));
  }
  if (auto refused = expression::refuse_variable_name(name, kModelDialect)) {
    fail(place, *std::move(refused));
    return true;
  }
  auto& parameters = definition.parameters;
  if (std::find(parameters.begin(), parameters.end(), name) != parameters.end()) {
    fail(place, fmt::format("parameter {} occurs twice", text::quoted(name)));
    return true;
  }
  if (parameters.size() == expression::kMaxParameters) {
    fail(place, fmt::format("a function has at most {} parameters", expression::kMaxParameters));
  }
  parameters.push_back(name);
  return true;
}

bool ModelReader::expect_equals(const ModelDefinition& definition) {
  const bool is_comparison = text_.substr(at_).starts_with("==");
  if (!is_comparison && take('=')) {
    return true;
  }
  const std::string form = definition.is_function()
                               ? fmt::format("{}({}) = EXPRESSION", definition.name,
                                             fmt::join(definition.parameters, ","))
                               : definition.name + " = EXPRESSION";
  return fail(is_comparison ? text::range_of(at_, at_ + 2) : here(),
              fmt::format("expected '=', {}; a definition is written {}",
                          is_comparison ? "got '=='" : got(), text::quoted(form)));
}

void ModelReader::add(ModelDefinition definition) {
  if (expression::refuse_variable_name(definition.name, kModelDialect)) {
    model_.unnamed.push_back(std::move(definition));
    return;
  }
  const auto [known, is_new] = by_name_.emplace(definition.name, model_.definitions.size());
  if (!is_new) {
    problems_.error(
        definition.name_place, fmt::format("{} is defined twice", text::quoted(definition.name)),
        {problems_.note(model_.definitions[known->second].name_place, "first defined here")});
    model_.unnamed.push_back(std::move(definition));
    return;
  }
  if (model_.definitions.size() == kMostDefinitions) {
    fail(definition.name_place,
         fmt::format("a model has at most {} definitions", kMostDefinitions));
  }
  if (model_.definitions.size() <= kMostDefinitions) {
    model_.definitions.push_back(std::move(definition));
  }
}

/// Reports a statement that does not begin like a definition; its first word is `word`.
void ModelReader::refuse_start(text::Range word) {
  const std::string_view first = source_.text(word);
  const auto command = std::find_if(kGnuplotCommands.begin(), kGnuplotCommands.end(),
                                    [&](const auto& each) { return each.first == first; });
  if (command != kGnuplotCommands.end()) {
    fail(word, fmt::format("{} is a command of gnuplot; {}", text::quoted(first), command->second));
    return;
  }
  const text::Range place = word.empty() ? here() : word;
  const bool is_operator = kOperators.find(source_.text(place)) != std::string_view::npos;
  fail(place,
       fmt::format("expected a definition, NAME = EXPRESSION or NAME(PARAMETER,...) = "
                   "EXPRESSION, got {}{}",
                   text::quoted(source_.text(place)),
                   is_operator ? "; a line goes on if it ends with an operator or '\\'" : ""));
}

bool ModelReader::fail(text::Range place, std::string text) {
  problems_.error(place, std::move(text));
  return false;
}

text::Range ModelReader::take_word() {
  const std::size_t begin = at_;
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  while (at_ < text_.size() && is_part(text_[at_])) {
    ++at_;
  }
  const text::Range word = text::range_of(begin, at_);
  skip_blanks();
  return word;
}

}  // namespace

Model read_model(const text::SourceMap& source, std::span<const text::Range> files,
                 text::Problems& problems) {
  ModelReader reader(source, problems);
  for (const text::Range file : files) {
    for (const text::Range statement : statements_of(source.text(), file)) {
      reader.read(statement);
    }
  }
  return reader.take();
}

}  // namespace dps::models
