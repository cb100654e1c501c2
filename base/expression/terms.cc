/// Splits the text of an expression into the terms of its sum.
#include <string_view>
#include <vector>

#include "base/expression/expression.h"
#include "base/expression/expression_lexer.h"
#include "base/expression/operators.h"

namespace dps::expression {
namespace {

/// Returns the tokens before kEnd or, if there is a mistake, those before the mistake.
std::vector<Token> tokens_of(std::string_view text, text::Range range, Dialect dialect) {
  ExpressionLexer lexer(text, range, dialect);
  std::vector<Token> tokens;
  for (auto token = lexer.next(); token && token->kind != TokenKind::kEnd; token = lexer.next()) {
    tokens.push_back(*token);
  }
  return tokens;
}

bool is_symbol(const Token& token, std::string_view characters) {
  return token.kind == TokenKind::kSymbol && token.text.size() == 1 &&
         characters.find(token.text) != std::string_view::npos;
}

bool ends_operand(const Token& token) {
  return token.kind != TokenKind::kSymbol || is_symbol(token, ")}");
}

}  // namespace

std::vector<Term> terms_of(std::string_view text, text::Range range, Dialect dialect) {
  const std::vector<Token> tokens = tokens_of(text, range, dialect);
  const auto place = [&](std::size_t first, std::size_t last) {
    return text::range_of(tokens[first].range.begin, tokens[last].range.end);
  };
  std::vector<Term> terms;
  Term term;
  std::size_t first = 0;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += is_symbol(tokens[i], "({") ? 1 : is_symbol(tokens[i], ")}") ? -1 : 0;
    if (depth > 0 || i == 0 || !ends_operand(tokens[i - 1])) {
      continue;
    }
    const BinaryOperator* op = find_operator(tokens[i].text);
    if (tokens[i].text == "?" || (op != nullptr && op->precedence < kSumPrecedence)) {
      return {Term{place(0, tokens.size() - 1)}};
    }
    if (op != nullptr && op->precedence == kSumPrecedence) {
      term.place = place(first, i - 1);
      terms.push_back(term);
      term.is_subtracted = op->operation == Opcode::kSubtract;
      first = i + 1;
    }
  }
  if (first < tokens.size()) {
    term.place = place(first, tokens.size() - 1);
    terms.push_back(term);
  }
  return terms;
}

}  // namespace dps::expression
