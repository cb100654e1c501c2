/// The V lines: their values, whatever order they stand in, with what --set overrides.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "expression/expression.h"
#include "text/problems.h"
#include "text/scanner.h"

namespace dps::expression {

/// A variable and its value.
struct NamedValue {
  std::string name;
  double value = 0;
};

class Variables {
 public:
  Variables(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// A V line, with its letter. Of a broken one only the name counts: it has no value.
  void define(std::span<const text::Field> fields, bool is_broken);

  /// --set NAME=VALUE: the last for a name counts. To be called after all V lines.
  void override_with(const std::vector<std::pair<std::string, std::string>>& settings);

  /// Compiles and evaluates all. A mistake leaves its variable without a value.
  void evaluate();

  [[nodiscard]] const Names& names() const { return names_; }
  [[nodiscard]] std::span<const std::optional<double>> values() const { return values_; }

  /// In the order of the V lines; to be called when there were no mistakes.
  [[nodiscard]] std::vector<NamedValue> list() const;

 private:
  enum class State : std::uint8_t { kNew, kOpen, kDone };
  struct Definition {
    std::string name;
    text::Range name_place;
    text::Range expression;
    std::optional<std::string> setting{};  ///< what stands in its place
    std::optional<Expression> compiled{};
    State state = State::kNew;
  };

  void compile(Definition& definition);
  void visit(std::uint32_t root);
  void report_cycle(std::span<const std::uint32_t> path, std::uint32_t again);
  void settle(std::uint32_t position);
  void report(const Definition& definition, const Mistake& mistake);

  const text::SourceMap& source_;
  text::Problems& problems_;
  Names names_;
  std::vector<Definition> definitions_;
  std::vector<std::optional<double>> values_;
};

}  // namespace dps::expression
