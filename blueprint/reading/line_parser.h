/// From the fields of a line to the line as written: which field is what, and which are missing.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "blueprint/reading/template.h"
#include "blueprint/reading/written_lines.h"

namespace dps::blueprint {

/// Parses one kind of line after the other; reports mistakes. Borrows everything.
class LineParser {
 public:
  LineParser(Templates& templates, const Names& names, Problems& problems)
      : templates_(templates), source_(templates.source()), names_(names), problems_(problems) {}

  /// A line of I, C, O, F, U or P with its letter and at least a tag. A line with a mistake is
  /// marked broken; nullopt if not even its tag can be read.
  std::optional<WrittenLine> parse_definition(Section section, std::span<const Field> fields);
  std::optional<WrittenTerrain> parse_terrain(std::span<const Field> fields);

 private:
  WrittenInput parse_input(std::span<const Field> rest);
  WrittenComputation parse_computation(std::span<const Field> rest);
  WrittenComputation parse_timed(ComputationKind kind, std::span<const Field> rest);
  WrittenComputation parse_words(ComputationKind kind, std::span<const Field> rest);
  WrittenOutput parse_output(std::span<const Field> rest);
  [[nodiscard]] std::string no_flag(const Field& field) const;
  std::size_t parse_flag(std::span<const Field> rest, WrittenOutput& out);
  WrittenFunctionality parse_functionality(std::span<const Field> rest);
  void parse_next(const Field& field, WrittenFunctionality& out);
  void parse_repeated_next(const Field& field, std::span<const Range> elements,
                           WrittenFunctionality& out);
  WrittenUnit parse_unit(std::span<const Field> rest);
  WrittenGroup parse_group(std::span<const Field> rest);
  void parse_constraint(std::span<const Field> three, WrittenTerrain& out);

  /// The field that every section takes at its end, one or more times.
  std::vector<Template> parse_tags(std::span<const Field> rest, std::string_view what);
  std::vector<Template> parse_list(const Field& field, std::string_view what);
  Template value(const Field& field) { return element(field, field.content, Branches::kValues); }
  Template tag(const Field& field) { return element(field, field.content, Branches::kTexts); }
  Template element(const Field& field, Range part, Branches branches);

  [[nodiscard]] bool is_word(const Field& field, std::string_view word) const {
    return !field.quoted && source_.text(field.range) == word;
  }
  [[nodiscard]] std::string_view text(const Field& field) const {
    return source_.text(field.content);
  }
  void fail(Range place, std::string text);
  /// Reports that the line ends too early: `fields` wanted after what is there.
  void missing(std::string_view fields);
  bool refuse_extra(std::span<const Field> extra);

  Templates& templates_;
  const SourceMap& source_;
  const Names& names_;
  Problems& problems_;

  // Of the line that is being parsed.
  bool process_names_ = false;
  bool is_broken_ = false;
  Dependence dependence_ = Dependence::kNothing;
  Range line_;
};

}  // namespace dps::blueprint
