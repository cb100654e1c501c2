/// The variables of a blueprint: V lines in any order, and the values of --set.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"

namespace dps::expression {

struct NamedValue {
  std::string name;
  double value = 0;
  std::optional<std::string> setting{};  ///< of --set; it replaces the expression
};

/// Calls in this order: define() for each V line, override_with(), evaluate(), then the accessors.
/// Errors are added to the problems.
class Variables {
 public:
  Variables(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// Adds the variable of a V line; `fields` includes the letter V. The variable of a broken line
  /// is known but has no value, so that its uses are not reported, too.
  void define(std::span<const text::Field> fields, bool is_broken);

  /// Adds the settings --set NAME=VALUE; the last one for a name replaces the expression.
  void override_with(const std::vector<std::pair<std::string, std::string>>& settings);

  /// Compiles and evaluates all variables. One with an error has no value.
  void evaluate();

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] std::span<const std::optional<double>> values() const { return values_; }

  /// All variables in the order of the V lines. Only meaningful if there were no errors.
  [[nodiscard]] std::vector<NamedValue> list() const;

 private:
  enum class DefinitionState : std::uint8_t { kNew, kOpen /* being evaluated */, kDone };
  struct VariableDefinition {
    std::string name;
    text::Range name_place;
    text::Range expression;
    std::optional<std::string> setting{};  ///< of --set; replaces the expression
    std::optional<Expression> compiled{};
    DefinitionState state = DefinitionState::kNew;
  };

  void compile(VariableDefinition& definition);
  void visit(std::uint32_t root);
  void report_cycle(std::span<const std::uint32_t> path, std::uint32_t again);
  void settle(std::uint32_t position);
  void report(const VariableDefinition& definition, const Mistake& mistake);

  const text::SourceMap& source_;
  text::Problems& problems_;
  Names names_;
  std::vector<VariableDefinition> definitions_;
  std::vector<std::optional<double>> values_;
};

}  // namespace dps::expression
