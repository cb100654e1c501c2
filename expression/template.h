/// Fields whose `{…}` stand for values: read once, filled in for as many processes as needed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "expression/expression.h"
#include "text/problems.h"
#include "text/scanner.h"
#include "text/source_map.h"

namespace dps::expression {

/// Whether one pair of braces around everything may hold `condition ? text : text`.
enum class Branches : std::uint8_t { kValues, kTexts };

/// A field, or an element of a list, as written. Only the Templates that compiled it can fill it.
struct Template {
  text::Range place;
  std::optional<std::uint32_t> composition{};  ///< none: text without braces and escapes
  Dependence dependence = Dependence::kNothing;
  bool is_quoted = false;

  [[nodiscard]] bool is_composed() const { return composition.has_value(); }
};

/// A template's text for one process, or why there is none. Neither: a mistake told before.
struct Filled {
  std::optional<std::string> text;
  text::Range place{};  ///< of the text: of the branch, if it came from one
  std::optional<Mistake> mistake{};
};

/// Compiles templates and keeps what they are made of. Borrows the source.
class Templates {
 public:
  Templates(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// What stands between `part.begin` and `part.end`, a field's content or an element of it.
  /// Reports mistakes; nullopt then.
  std::optional<Template> compile(const text::Field& field, text::Range part,
                                  const ExpressionContext& context, Branches branches);

  /// With a sampler in `values`, a value that is negative is 0.
  [[nodiscard]] Filled fill(const Template& text, const Values& values) const;

  /// It has a distribution.
  [[nodiscard]] bool varies(const Template& text) const;

  /// Every text that the template can stand for without evaluating: itself when plain, its text
  /// branches otherwise.
  [[nodiscard]] std::vector<std::string_view> written_texts(const Template& text) const;

  [[nodiscard]] const text::SourceMap& source() const { return source_; }

 private:
  struct Piece {
    std::string literal;                     ///< comes first
    std::optional<Expression> expression{};  ///< then its value
  };
  struct Choice {
    Expression condition;
    text::Range if_true;
  };
  /// Either pieces, or choices in turn and the text if none holds.
  struct Composition {
    std::vector<Piece> pieces;
    std::vector<Choice> choices;
    text::Range otherwise;
  };

  bool compile_pieces(const text::Field& field, text::Range part, const ExpressionContext& context,
                      Composition& out);
  /// `inside` is what the braces hold; there is a `?` in it.
  bool compile_choices(text::Range inside, const ExpressionContext& context, Composition& out);
  bool check_branch(text::Range branch);
  std::optional<Expression> compile_value(text::Range inside, const ExpressionContext& context);
  [[nodiscard]] text::Range trimmed(text::Range range) const;
  [[nodiscard]] Filled fill_pieces(const Template& text, const Values& values) const;
  [[nodiscard]] Filled fill_choices(const Composition& composition, const Values& values) const;

  const text::SourceMap& source_;
  text::Problems& problems_;
  std::vector<Composition> compositions_;
};

/// The elements of a list; separators in braces do not separate.
std::vector<text::Range> split_list(std::string_view text, text::Range content,
                                    char separator = ',');

}  // namespace dps::expression
