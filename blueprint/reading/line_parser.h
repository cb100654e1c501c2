/// Parses the fields of a line into a WrittenLine and reports missing and unknown fields.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/template.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

/// Parses lines of all sections and reports errors. All arguments of the constructor are borrowed.
class LineParser {
 public:
  LineParser(expression::Templates& templates, const expression::Names& names,
             text::Problems& problems)
      : templates_(templates), source_(templates.source()), names_(names), problems_(problems) {}

  /// Parses an I, C, O, F, U or P line, including its letter. A line with an error is marked
  /// broken; returns nullopt if its tag is missing or invalid.
  std::optional<WrittenLine> parse_definition(Section section, std::span<const text::Field> fields);
  std::optional<WrittenTerrain> parse_terrain(std::span<const text::Field> fields);

 private:
  WrittenInput parse_input(std::span<const text::Field> rest);
  WrittenInput::Pair parse_pair(const text::Field& count, const text::Field& mtag, bool each);
  WrittenComputation parse_computation(std::span<const text::Field> rest);
  WrittenComputation parse_timed(ComputationKind kind, std::span<const text::Field> rest);
  WrittenComputation parse_words(ComputationKind kind, std::span<const text::Field> rest);
  WrittenComputation parse_operations(std::span<const text::Field> rest);
  WrittenOutput parse_output(std::span<const text::Field> rest);
  [[nodiscard]] std::string no_flag(const text::Field& field) const;
  std::size_t parse_flag(std::span<const text::Field> rest, WrittenOutput& out);
  WrittenFunctionality parse_functionality(std::span<const text::Field> rest);
  void parse_next(const text::Field& field, WrittenFunctionality& out);
  void parse_repeated_next(const text::Field& field, std::span<const text::Range> elements,
                           WrittenFunctionality& out);
  WrittenUnit parse_unit(std::span<const text::Field> rest);
  WrittenGroup parse_group(std::span<const text::Field> rest);
  std::size_t parse_constraint(std::span<const text::Field> three, WrittenTerrain& out);

  WrittenUnit::Choice parse_choice(const text::Field& field);
  void parse_alternative(const text::Field& field, text::Range part, WrittenUnit::Choice& out);
  /// Reports a flag or a list where a tag of a U or P line is expected.
  bool refuse_as_tag(const text::Field& field, std::string_view what);
  /// Parses the list of one or more tags at the end of a P line.
  std::vector<Template> parse_tags(std::span<const text::Field> rest, std::string_view what);
  /// The names that an expression may use besides those of all expressions of the line.
  enum class MoreNames : std::uint8_t { kUsual, kStep, kStepAndReceiver };

  std::vector<Template> parse_list(const text::Field& field, std::string_view what,
                                   MoreNames names = MoreNames::kUsual);
  Template value(const text::Field& field, MoreNames names = MoreNames::kUsual) {
    return element(field, field.content, expression::Branches::kValues, names);
  }
  Template tag(const text::Field& field) {
    return element(field, field.content, expression::Branches::kTexts);
  }
  Template element(const text::Field& field, text::Range part, expression::Branches branches,
                   MoreNames names = MoreNames::kUsual);
  Template argument_of(OutputFlag flag, const text::Field& field);
  void refuse_timer_to(const WrittenOutput& line);
  void refuse_request_of_timer(const WrittenOutput& line);
  void refuse_control(const WrittenOutput& line);
  void refuse_flags_of_collective(const WrittenOutput& line);

  [[nodiscard]] bool is_word(const text::Field& field, std::string_view word) const {
    return !field.quoted && source_.text(field.range) == word;
  }
  [[nodiscard]] std::string_view text(const text::Field& field) const {
    return source_.text(field.content);
  }
  void fail(text::Range place, std::string text);
  /// Reports an incomplete line in which `fields` are missing at the end.
  void missing(std::string_view fields);
  bool refuse_extra(std::span<const text::Field> extra);

  expression::Templates& templates_;
  const text::SourceMap& source_;
  const expression::Names& names_;
  text::Problems& problems_;

  // State of the current line.
  bool process_names_ = false;
  bool is_broken_ = false;
  Dependence dependence_ = Dependence::kNothing;
  bool uses_step_ = false;
  text::Range line_;
};

}  // namespace dps::blueprint
