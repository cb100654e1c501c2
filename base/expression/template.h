/// Fields that contain `{…}`: compiled once, expanded once per process.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"

namespace dps::expression {

/// The meaning of `{condition ? a : b}` if these braces are the whole field: with kTexts, `a` and
/// `b` are text, such as tags; with kValues, they are expressions.
enum class Branches : std::uint8_t { kValues, kTexts };

/// A field, or an element of a list, as written. Only the Templates that compiled it can fill it.
struct Template {
  text::Range place;
  std::optional<std::uint32_t> composition{};  ///< nullopt: text without braces and escapes
  Dependence dependence = Dependence::kNothing;
  bool is_quoted = false;
  bool uses_step = false;
  bool uses_receiver = false;

  [[nodiscard]] bool is_composed() const { return composition.has_value(); }
};

/// The text of a template for one process, or an error. Neither is set if the error has already
/// been reported, for a variable.
struct Filled {
  std::optional<std::string> text;
  text::Range place{};  ///< of the template; of the chosen branch, if it has branches
  std::optional<Mistake> mistake{};
};

/// A number that varies, as in `{normal(2, 0.3)}ms`.
struct VaryingNumber {
  const Expression& expression;
  std::string_view unit;  ///< may be empty
};

/// Compiles templates and owns their parts. Borrows its arguments.
class Templates {
 public:
  Templates(const text::SourceMap& source, text::Problems& problems)
      : source_(source), problems_(problems) {}

  /// Compiles `part`, which is the content of `field` or an element of a list in it.
  /// Errors: added to the problems, with nullopt as the result.
  std::optional<Template> compile(const text::Field& field, text::Range part,
                                  const ExpressionContext& context, Branches branches);

  /// Expands the template.
  [[nodiscard]] Filled fill(const Template& text, const Values& values) const;

  /// The source of a part of the text that fill() returns for these values. The template was not
  /// compiled with Branches::kTexts.
  [[nodiscard]] text::Range origin(const Template& text, const Values& values,
                                   text::Range part) const;

  /// True if the template contains a distribution.
  [[nodiscard]] bool varies(const Template& text) const;
  /// The parts of a number that varies; nullopt if the template is more than one expression and
  /// the text after it.
  [[nodiscard]] std::optional<VaryingNumber> varying_number(const Template& text) const;

  /// The texts that are known without evaluation: the template itself if it has no braces, else the
  /// text branches of `?`, if it has them.
  [[nodiscard]] std::vector<std::string_view> written_texts(const Template& text) const;

  [[nodiscard]] const text::SourceMap& source() const { return source_; }

 private:
  /// Literal text, followed by the value of an expression.
  struct Piece {
    std::string literal;
    std::optional<Expression> expression{};
  };
  struct Choice {
    Expression condition;
    text::Range if_true;
  };
  /// Either pieces or choices; the other vector is empty.
  struct Composition {
    std::vector<Piece> pieces;
    std::vector<Choice> choices;  ///< the first whose condition is not 0 is taken
    text::Range otherwise;        ///< taken if no condition holds
  };

  bool compile_pieces(const text::Field& field, text::Range part, const ExpressionContext& context,
                      Composition& out);
  /// `inside` is the text inside the braces; it contains a `?`.
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

/// Splits a list at the separators that are not inside braces. The parts may be empty.
std::vector<text::Range> split_list(std::string_view text, text::Range content,
                                    char separator = ',');

}  // namespace dps::expression
