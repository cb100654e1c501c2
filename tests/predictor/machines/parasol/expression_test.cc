// Expressions: values, precedence, errors. Expected values are those of C, worked out by hand.
#include <gtest/gtest.h>

#include "predictor/machines/kinds/parasol/file/evaluator.h"
#include "predictor/machines/kinds/parasol/file/parasol_reader.h"
#include "predictor/machines/kinds/parasol/file/typed_expression.h"
#include "tests/predictor/machines/parasol/parasol_texts.h"

namespace dps::parasol {
namespace {

const ParasolFile& two() {
  static const auto reading = parse_parasol_file({"two.par", kTwo});
  return *reading.file;
}

/// The printed value, or the error.
std::string result_of(const std::string& text, const Arguments& arguments = {}) {
  const auto expression = parse_typed_expression(two(), text);
  if (!expression) {
    return expression.error().front().text;
  }
  const auto value = evaluate(two(), *expression, arguments);
  return value ? text_of(*value) : value.error().text;
}

struct Case {
  const char* text;
  const char* value;
};

TEST(ParasolExpression, ValuesAreThoseOfC) {
  ASSERT_EQ(complaints(kTwo), "");
  const Case cases[] = {
      {"7 / 2", "3"},
      {"-7 / 2", "-3"},
      {"-7 % 3", "-1"},
      {"7 % -3", "1"},
      {"7.0 / 2", "3.5"},
      {"double(7) / 2", "3.5"},
      {"1 + 2 * 3", "7"},
      {"(1 + 2) * 3", "9"},
      {"10 - 4 - 3", "3"},
      {"100 / 10 / 5", "2"},
      {"6 & 3 == 3", "0"},
      {"(6 & 3) == 2", "1"},
      {"1 | 2 ^ 3 & 6", "1"},
      {"1 << 2 + 1", "8"},
      {"-8 >> 1", "-4"},
      {"-2 ** 2", "-4"},
      {"(-2) ** 2", "4"},
      {"2 ** -1", "0.5"},
      {"2 ** 3 ** 2", "512"},
      {"2 ** -3 ** 2", "0.001953125"},
      {"-2 ** 63", "the result does not fit into 64 bits"},
      {"(-2) ** 63", "-9223372036854775808"},
      {"2 ** 62", "4611686018427387904"},
      {"2.0 ** 3", "8.0"},
      {"0 ** 0", "1"},
      {"2 * 3 ** 2", "18"},
      {"!0", "1"},
      {"!2.5", "0"},
      {"!!3", "1"},
      {"~5", "-6"},
      {"- - 3", "3"},
      {"-~5", "6"},
      {"1 && 0.5", "1"},
      {"0 || 0.0", "0"},
      {"0 && 1 / 0", "0"},
      {"1 || 1 / 0", "1"},
      {"1 || 0 && 0", "1"},
      {"3 > 2 > 1", "0"},
      {"1.0 == 1", "1"},
      {"1 != 1.5", "1"},
      {"2 <= 2", "1"},
      {"2 >= 3", "0"},
      {"int(2.9)", "2"},
      {"int(-2.9)", "-2"},
      {"floor(-2.1)", "-3"},
      {"round(2.5)", "3"},
      {"round(-2.5)", "-3"},
      {"sgn(-0.1)", "-1"},
      {"sgn(0)", "0"},
      {"abs(-3)", "3"},
      {"abs(-3.5)", "3.5"},
      {"sqrt(16)", "4.0"},
      {"log10(1000)", "3.0"},
      {"log(1)", "0.0"},
      {"exp(0)", "1.0"},
      {"atan(0)", "0.0"},
      {"cosh(0)", "1.0"},
      {"double(3)", "3.0"},
      {"0x1F", "31"},
      {"0xff", "255"},
      {"007", "7"},
      {"1.", "1.0"},
      {".5", "0.5"},
      {"2e-6", "2e-06"},
      {"1.5e+3", "1500.0"},
      {"9223372036854775807", "9223372036854775807"},
      {"1e16", "1e+16"},
      {"0.1 + 0.2", "0.30000000000000004"},
      {"12345678901234567 + 0.0", "1.2345678901234568e+16"},
      {"3 -1", "2"},
      {"3-1", "2"},
      {"5 % 3 * 2", "4"},
      {"1 < 2 == 1", "1"},
      {"4 | 1 == 1", "5"},
      {"8 >> 1 << 2", "16"},
      {"1 << 62", "4611686018427387904"},
      {"-1 << 63", "-9223372036854775808"},
      {"2 ** 0.5 == sqrt(2)", "1"},
      {"-(3) * -(2)", "6"},
      {"7 / 2 * 2.0", "6.0"},
      {"7 / 2.0 * 2", "7.0"},
      {"1 - -1", "2"},
      {"1 + + 1", "expected a value, got '+'"},
      {"1 / 0", "division by zero"},
      {"1.0 / 0", "division by zero"},
      {"1 % 0", "division by zero"},
      {"0 ** -1", "division by zero"},
      {"9223372036854775807 + 1", "the result does not fit into 64 bits"},
      {"-9223372036854775807 - 2", "the result does not fit into 64 bits"},
      {"4611686018427387904 * 2", "the result does not fit into 64 bits"},
      {"3 ** 40", "the result does not fit into 64 bits"},
      {"(-9223372036854775807 - 1) / -1", "the result does not fit into 64 bits"},
      {"(-9223372036854775807 - 1) % -1", "0"},
      {"1 << 64", "a shift is by 0 to 63 places"},
      {"1 << -1", "a shift is by 0 to 63 places"},
      {"1 << 63", "the result does not fit into 64 bits"},
      {"exp(1000)", "the result is infinite"},
      {"sqrt(-1)", "the result is undefined"},
      {"log(0)", "the result is infinite"},
      {"acos(2)", "the result is undefined"},
      {"int(1e30)", "the result does not fit into 64 bits"},
      {"1.5 % 2", "this operator needs whole numbers; int(x) makes one"},
      {"1 & 1.0", "this operator needs whole numbers; int(x) makes one"},
      {"~1.5", "'~' needs a whole number; int(x) makes one"},
      {"9223372036854775808", "'9223372036854775808' is too large: whole numbers are below 2^63"},
      {"1e999", "the number is too large"},
      {"1e-999", "0.0"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(result_of(one.text), one.value) << one.text;
  }
}

TEST(ParasolExpression, ReferencesNameValuesOfTheFile) {
  const Case cases[] = {
      {"ma.id", "1"},
      {"ma.processors", "1"},
      {"ma . topologies", "1"},
      {"pr(1).id", "1"},
      {"pt(1).ila", "1e-07"},
      {"pt ( 1 ) . dln", "2e-07"},
      {"pc(1).size", "100"},
      {"pc(1).size / 3", "33"},
      {"pc(1).smallloopspeedup", "1.62"},
      {"po(1).ia_spd", "1.0"},
      {"to(1).id", "1"},
      {"to(1).setup", "0.5"},
      {"to(1).processors", "2"},
      {"to(1).links", "1"},
      {"tp(1)(2)", "1"},
      {"tl(1)(1).id", "1"},
      {"tl(1)(1).latency", "2e-06"},
      {"tl(1)(1).connect(0)", "2"},
      {"tl(1)(1).connect(2)", "2"},
      {"pt(1).sind", "pt(1).sind is unknown: the machine file does not have it"},
      {"pc(1).speed", "pc(1).speed is unknown: the machine file does not have it"},
      {"mc.maxtotalspd", "mc.maxtotalspd is unknown: the machine file does not have it"},
      {"pv.sync", "pv.sync is unknown: the machine file does not have it"},
      {"pt(2).ila", "there is no processor type 2"},
      {"po(2).ia_spd", "there is no processor type 2"},
      {"to(2).id", "there is no topology 2"},
      {"tp(1)(3)", "there is no processor 3: topology 1 has 2"},
      {"tl(1)(2).speed", "there is no link 2: topology 1 has 1"},
      {"tl(1)(1).connect(3)", "link 1 joins 2 processors"},
      {"vt(1).id", "there is no virtual topology 1"},
      {"pt(1).dlmm", "unknown operation 'dlmm'; did you mean 'dlm'?"},
      {"pt(1).aintnd", "unknown operation 'aintnd'; did you mean 'anintd'?"},
      {"pt(1).sqrttr", "unknown operation 'sqrttr'; did you mean 'sqrtr'?"},
      {"t1(1)(1).speed", "unknown name 't1'; did you mean 'tl'?"},
      {"sqr(2)", "unknown name 'sqr'; did you mean 'sqrt'?"},
      {"pv.sende", "unknown 'sende'; did you mean 'send'?"},
      {"pv.send", "pv.send: 'size' is not defined; --define size=1 defines it"},
      {"pt(1)", "expected '.', got the end of the text"},
      {"(1 + 2", "expected ')', got the end of the text"},
      {"1 2", "expected an operator or the end of the expression, got '2'"},
      {"sqrt 2", "expected '(' after the name of a function, got '2'"},
      {"", "expected a value, got the end of the text"},
      {"1 @ 2", "unexpected character '@'"},
      {"2e", "expected digits in the exponent of a number"},
      {"0x", "expected hexadecimal digits after '0x'"},
      {"1.5E3", "malformed number; the exponent begins with 'e'"},
  };
  for (const Case& one : cases) {
    EXPECT_EQ(result_of(one.text), one.value) << one.text;
  }
}

TEST(ParasolExpression, FormulasHaveTheArgumentsOfACall) {
  EXPECT_EQ(result_of("pv.send", {1000, {}, {}}), "0.00102");
  EXPECT_EQ(result_of("pv.receive / pv.send", {1000, {}, {}}), "2.0");
  EXPECT_EQ(result_of("size * count + hops", {10, 2, 5}), "25");
}

TEST(ParasolExpression, BracketsNestToALimit) {
  const std::string deep(64, '(');
  const std::string closed(64, ')');
  EXPECT_EQ(result_of(deep + "1" + closed), "1");
  EXPECT_EQ(result_of("(" + deep + "1" + closed + ")"), "more than 64 levels of brackets");
  EXPECT_EQ(result_of(std::string(100'000, '-') + "1"), "1");
  std::string sum = "1";
  for (int i = 0; i < 100'000; ++i) {
    sum += "+1";
  }
  EXPECT_EQ(result_of(sum), "100001");
}

}  // namespace
}  // namespace dps::parasol
