// The evaluator against a C compiler: random expressions, compiled from the same text.
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/machines/kinds/parasol/file/evaluator.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/kinds/parasol/file/typed_expression.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"
#include "tests/support/scratch_folder.h"

namespace dps::parasol {
namespace {

/// The functions that C lacks. Whole literals get the suffix LL, since a C `int` has 32 bits.
constexpr const char* kPrelude = R"(#include <math.h>
#include <stdio.h>
#include <stdlib.h>
typedef long long whole;
static whole sgn_of(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }
static whole keep(whole x) { return x; }
static whole cut(double x) { return (whole)x; }
static whole down(double x) { return (whole)floor(x); }
static whole near(double x) { return (whole)round(x); }
#define abs(x) _Generic((x), double: fabs, default: llabs)(x)
#define to_int(x) _Generic((x), double: cut, default: keep)(x)
#define floor(x) _Generic((x), double: down, default: keep)(x)
#define round(x) _Generic((x), double: near, default: keep)(x)
#define to_double(x) ((double)(x))
#define sgn(x) sgn_of(x)
static void print_whole(whole x) { printf("%lld\n", x); }
static void print_real(double x) { printf("%.17g\n", x); }
#define print(x) _Generic((x), double: print_real, default: print_whole)(x)
int main(void) {
)";

/// The elements of an expression. C checks the types of parts that it does not evaluate, and its
/// comparisons have 32 bits, so not everything can be mixed.
struct Dialect {
  bool has_reals;
  std::vector<const char*> unary;
  std::vector<const char*> binary;
};

const std::vector<Dialect>& dialects() {
  static const std::vector<Dialect> kDialects{
      {true, {"-", "!"}, {"+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}},
      {false,
       {"-", "!", "~"},
       {"+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "&&", "||"}},
      {false, {"-", "~"}, {"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"}},
  };
  return kDialects;
}

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  /// The same expression for Parasol and for C.
  struct Texts {
    std::string parasol;
    std::string c;
  };

  Texts expression() {
    dialect_ = &dialects()[below(static_cast<unsigned>(dialects().size()))];
    return part(5);
  }

 private:
  unsigned below(unsigned end) { return static_cast<unsigned>(random_() % end); }

  Texts part(int depth) {
    const unsigned choice = below(depth <= 0 ? 3 : 12);
    if (choice < 2 || (choice == 2 && !dialect_->has_reals)) {
      const std::string number = std::to_string(below(choice == 0 ? 10 : 1000));
      return {number, number + "LL"};
    }
    if (choice == 2) {
      const std::string number = fmt::format("{}.{}", below(100), below(1000));
      return {number, number};
    }
    if (choice == 3) {
      const Texts inner = part(depth - 1);
      return {"(" + inner.parasol + ")", "(" + inner.c + ")"};
    }
    return choice == 4 ? function(depth) : choice == 5 ? unary(depth) : binary(depth);
  }

  Texts unary(int depth) {
    const std::string sign = dialect_->unary[below(static_cast<unsigned>(dialect_->unary.size()))];
    const Texts inner = part(depth - 1);
    return {sign + " " + inner.parasol, sign + " " + inner.c};
  }

  Texts function(int depth) {
    static const std::vector<std::array<const char*, 2>> kNames{
        {{"abs", "abs"}},   {{"floor", "floor"}}, {{"int", "to_int"}},      {{"round", "round"}},
        {{"acos", "acos"}}, {{"asin", "asin"}},   {{"atan", "atan"}},       {{"cos", "cos"}},
        {{"cosh", "cosh"}}, {{"exp", "exp"}},     {{"log", "log"}},         {{"log10", "log10"}},
        {{"sin", "sin"}},   {{"sinh", "sinh"}},   {{"sqrt", "sqrt"}},       {{"tan", "tan"}},
        {{"tanh", "tanh"}}, {{"sgn", "sgn"}},     {{"double", "to_double"}}};
    const auto& name = kNames[below(dialect_->has_reals ? 19 : 4)];
    const Texts inner = part(depth - 1);
    return {name[0] + ("(" + inner.parasol) + ")", name[1] + ("(" + inner.c) + ")"};
  }

  /// A binary expression without brackets, so that precedence decides.
  Texts binary(int depth) {
    const std::string sign = fmt::format(
        " {} ", dialect_->binary[below(static_cast<unsigned>(dialect_->binary.size()))]);
    const Texts left = part(depth - 1);
    const Texts right = part(depth - 1);
    return {left.parasol + sign + right.parasol, left.c + sign + right.c};
  }

  std::mt19937 random_;
  const Dialect* dialect_ = nullptr;
};

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    lines.push_back(line);
  }
  return lines;
}

TEST(ParasolExpression, RandomOnesHaveTheValuesOfC) {
  if (std::system("cc --version > /dev/null 2>&1") != 0) {
    GTEST_SKIP() << "there is no C compiler";
  }
  const auto file = parse_parasol_file({"two.par", kTwo}).file;
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(fmt::format("seed {}", seed));
  Generator generator(seed);
  std::vector<std::string> texts;
  std::vector<std::string> expected;
  std::string program = kPrelude;
  while (texts.size() < 1500) {
    const auto both = generator.expression();
    const auto parsed = parse_typed_expression(*file, both.parasol);
    ASSERT_TRUE(parsed) << both.parasol;
    const auto value = evaluate(*file, *parsed, {});
    if (value) {
      texts.push_back(both.parasol);
      expected.push_back(value->is_whole ? fmt::format("{}", value->whole)
                                         : fmt::format("{:.17g}", value->real));
      program += "print(" + both.c + ");\n";
    }
  }
  const support::ScratchFolder folder;
  std::ofstream(folder.path() / "all.c") << program << "return 0; }\n";
  const std::string base = (folder.path() / "all").string();
  ASSERT_EQ(std::system(fmt::format("cc -w -O0 -ffp-contract=off -fno-builtin -o {0} {0}.c -lm && "
                                    "{0} > {0}.txt",
                                    base)
                            .c_str()),
            0);
  const auto values = lines_of(base + ".txt");
  ASSERT_EQ(values.size(), texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    EXPECT_EQ(values[i], expected[i]) << texts[i];
  }
}

}  // namespace
}  // namespace dps::parasol
