#include "predictor/machines/kinds/parasol/file/expression/expression_parser.h"

#include <array>
#include <utility>
#include <variant>

#include "predictor/machines/kinds/parasol/file/expression/function_names.h"
#include "predictor/machines/kinds/parasol/file/expression/numbers.h"
#include "predictor/machines/kinds/parasol/file/expression/reference_parser.h"

namespace dps::parasol {
namespace {

// Source: docs/parasol.md, "Limits".
constexpr std::uint32_t kMostBrackets = 64;

/// A binary operator and its precedence, as in C; 1 is the weakest.
struct BinarySign {
  std::string_view sign;
  int level = 0;
  Operator op = Operator::kAdd;
};
constexpr int kOrLevel = 1;
constexpr int kAndLevel = 2;
constexpr std::array<BinarySign, 18> kBinarySigns{{{"||", kOrLevel, {}},
                                                   {"&&", kAndLevel, {}},
                                                   {"|", 3, Operator::kBitOr},
                                                   {"^", 4, Operator::kBitXor},
                                                   {"&", 5, Operator::kBitAnd},
                                                   {"==", 6, Operator::kEqual},
                                                   {"!=", 6, Operator::kNotEqual},
                                                   {"<", 7, Operator::kLess},
                                                   {"<=", 7, Operator::kLessEqual},
                                                   {">", 7, Operator::kGreater},
                                                   {">=", 7, Operator::kGreaterEqual},
                                                   {"<<", 8, Operator::kShiftLeft},
                                                   {">>", 8, Operator::kShiftRight},
                                                   {"+", 9, Operator::kAdd},
                                                   {"-", 9, Operator::kSubtract},
                                                   {"*", 10, Operator::kMultiply},
                                                   {"/", 10, Operator::kDivide},
                                                   {"%", 10, Operator::kRemainder}}};

class Parser {
 public:
  Parser(TokenCursor& cursor, bool has_arguments)
      : cursor_(cursor), has_arguments_(has_arguments) {}

  std::optional<ParasolExpression> parse() {
    const std::uint32_t begin = cursor_.token().place.begin;
    if (!binary(kOrLevel)) {
      return std::nullopt;
    }
    return ParasolExpression{std::move(steps_), text::range_of(begin, cursor_.last_end())};
  }

 private:
  using Act = decltype(ExpressionStep::act);

  void emit(Act act, text::Range place) { steps_.push_back({act, place}); }

  [[nodiscard]] const BinarySign* present_sign(int least_level) const {
    if (cursor_.token().kind != ParasolTokenKind::kSign) {
      return nullptr;
    }
    for (const BinarySign& sign : kBinarySigns) {
      if (sign.sign == cursor_.text()) {
        return sign.level >= least_level ? &sign : nullptr;
      }
    }
    return nullptr;
  }

  /// Operands of this precedence and stronger ones.
  bool binary(int least_level) {
    std::size_t left = steps_.size();
    if (!unary()) {
      return false;
    }
    while (const BinarySign* sign = present_sign(least_level)) {
      const text::Range place = cursor_.take().place;
      if (!(sign->level <= kAndLevel ? shortcut(*sign, place) : operation(*sign, place, left))) {
        return false;
      }
    }
    return true;
  }

  bool operation(const BinarySign& sign, text::Range place, std::size_t left) {
    const std::size_t right = steps_.size();
    if (!binary(sign.level + 1)) {
      return false;
    }
    if (sign.op == Operator::kDivide) {
      warn_of_rest(left, right, place);
    }
    emit(Binary{sign.op}, place);
    return true;
  }

  bool shortcut(const BinarySign& sign, text::Range place) {
    const std::size_t jump = steps_.size();
    emit(Shortcut{sign.level == kOrLevel, 0}, place);
    if (!binary(sign.level + 1)) {
      return false;
    }
    emit(ToTruth{}, place);
    std::get<Shortcut>(steps_[jump].act).target = static_cast<std::uint32_t>(steps_.size());
    return true;
  }

  /// The value of a whole literal, perhaps with a sign.
  [[nodiscard]] std::optional<std::int64_t> literal(std::size_t begin, std::size_t end) const {
    const bool is_negative = end - begin == 2 &&
                             std::holds_alternative<Unary>(steps_[end - 1].act) &&
                             std::get<Unary>(steps_[end - 1].act).op == Operator::kNegative;
    const auto* value = std::get_if<ParasolValue>(&steps_[begin].act);
    return value != nullptr && value->is_whole && (end - begin == 1 || is_negative)
               ? std::optional(value->whole)
               : std::nullopt;
  }

  void warn_of_rest(std::size_t left, std::size_t right, text::Range place) {
    const auto a = literal(left, right);
    const auto b = literal(right, steps_.size());
    if (a && b && *b != 0 && *a % *b != 0) {
      cursor_.problems().warning(place,
                                 "this division of whole numbers cuts its result; double(x) makes "
                                 "a number a floating-point one");
    }
  }

  /// Signs, then a value with its powers: "-2 ** 2" is -(2 ** 2).
  bool unary() {
    std::vector<ExpressionStep> signs;
    take_signs(signs);
    std::size_t powers = 0;  // signs that wait for the end of the powers
    std::vector<std::size_t> first_signs;
    std::vector<text::Range> power_places;
    for (;;) {
      if (!primary()) {
        return false;
      }
      if (!cursor_.is_sign("**")) {
        break;
      }
      power_places.push_back(cursor_.take().place);
      first_signs.push_back(signs.size());
      ++powers;
      take_signs(signs);
    }
    for (; powers > 0; --powers) {
      emit_signs(signs, first_signs[powers - 1]);
      emit(Binary{Operator::kPower}, power_places[powers - 1]);
    }
    emit_signs(signs, 0);
    return true;
  }

  void take_signs(std::vector<ExpressionStep>& signs) {
    for (;;) {
      const bool is_negative = cursor_.is_sign("-");
      const bool is_not = cursor_.is_sign("!");
      if (!is_negative && !is_not && !cursor_.is_sign("~")) {
        return;
      }
      const Operator op = is_negative ? Operator::kNegative
                          : is_not    ? Operator::kNot
                                      : Operator::kComplement;
      signs.push_back({Unary{op}, cursor_.take().place});
    }
  }

  /// Emits the signs from `first` on, the last one first.
  void emit_signs(std::vector<ExpressionStep>& signs, std::size_t first) {
    for (; signs.size() > first; signs.pop_back()) {
      steps_.push_back(signs.back());
    }
  }

  bool primary() {
    const ParasolToken token = cursor_.token();
    switch (token.kind) {
      case ParasolTokenKind::kWhole:
      case ParasolTokenKind::kReal:
        return number(token);
      case ParasolTokenKind::kWord:
        return word(token);
      default:
        if (cursor_.is_sign("(")) {
          return brackets();
        }
        cursor_.report_unexpected("a value");
        return false;
    }
  }

  bool number(const ParasolToken& token) {
    if (token.kind == ParasolTokenKind::kWhole) {
      const auto whole = cursor_.expect_whole("a number");
      emit(ParasolValue::of(static_cast<std::int64_t>(whole.value_or(0))), token.place);
      return whole.has_value();
    }
    const auto real = real_value(cursor_.text());
    if (!real) {
      cursor_.error(token.place, "the number is too large");
      return false;
    }
    cursor_.take();
    emit(ParasolValue::of(*real), token.place);
    return true;
  }

  bool brackets() {
    const text::Range open = cursor_.token().place;
    if (++depth_ > kMostBrackets) {
      cursor_.error(open, "more than 64 levels of brackets");
      return false;
    }
    cursor_.take();
    if (!binary(kOrLevel) || !cursor_.expect_sign(")")) {
      return false;
    }
    --depth_;
    return true;
  }

  bool word(const ParasolToken& token) {
    const std::string_view name = cursor_.text();
    if (begins_reference(name)) {
      const auto reference = parse_reference(cursor_);
      const text::Range place = text::range_of(token.place.begin, cursor_.last_end());
      if (reference) {
        emit(*reference, place);
        return true;
      }
      return reference.error() == NoReference::kUnknownName && emit_unknown(place);
    }
    if (const FunctionName* function = find_function(name)) {
      cursor_.take();
      if (!cursor_.is_sign("(")) {
        cursor_.report_unexpected("'(' after the name of a function");
        return false;
      }
      if (!brackets()) {
        return false;
      }
      emit(Unary{function->op}, token.place);
      return true;
    }
    return argument(token, name);
  }

  /// Emits a value for a name that has been reported, so that the rest of the expression is
  /// checked, too.
  bool emit_unknown(text::Range place) {
    emit(ParasolValue::of(1.0), place);
    return true;
  }

  bool argument(const ParasolToken& token, std::string_view name) {
    for (std::size_t i = 0; i < argument_names().size(); ++i) {
      if (argument_names()[i] != name) {
        continue;
      }
      if (!has_arguments_) {
        cursor_.error(token.place,
                      text::quoted(name) + " is known only in formulas of pvm, express and mpi");
        cursor_.take();
        return emit_unknown(token.place);
      }
      cursor_.take();
      emit(static_cast<Argument>(i), token.place);
      return true;
    }
    cursor_.error(token.place,
                  "unknown name " + text::quoted(name) + name_suggestion(cursor_, name));
    cursor_.take();
    return !cursor_.is_sign("(") && emit_unknown(token.place);
  }

  TokenCursor& cursor_;  // borrowed
  bool has_arguments_;
  std::uint32_t depth_ = 0;
  std::vector<ExpressionStep> steps_;
};

}  // namespace

std::optional<ParasolExpression> parse_expression(TokenCursor& cursor, bool has_arguments) {
  return Parser(cursor, has_arguments).parse();
}

}  // namespace dps::parasol
