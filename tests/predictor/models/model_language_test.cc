/// The language of models: statements, names, and all mistakes with their places.
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "predictor/models/statements.h"
#include "tests/predictor/models/library_sheet.h"
#include "tests/predictor/models/model_test_support.h"

namespace dps::models {
namespace {

/// The value of the last function of a model in microseconds, or the mistakes.
std::string value_of(const std::string& text, const machines::Datasheet* sheet = nullptr) {
  const std::vector<SourceText> files{{"a.model", text}};
  const auto table = make_table(files, sheet, {});
  return table ? fmt::format("{:.12g}", table->points.at(0).time * 1e6) : printed(table.error());
}

TEST(Statements, EndAtLineEndsAndSemicolons) {
  const auto statements = [](std::string_view text) {
    std::vector<std::string_view> all;
    for (const text::Range place : statements_of(text, text::range_of(0, text.size()))) {
      all.push_back(text.substr(place.begin, place.end - place.begin));
    }
    return all;
  };
  using Texts = std::vector<std::string_view>;
  EXPECT_EQ(statements("a = 1\nb = 2 ; c = 3;\n\n# d = 4\ne = 5 # f\r\n"),
            (Texts{"a = 1", "b = 2", "c = 3", "e = 5"}));
  EXPECT_EQ(statements("a = 1 +\n\n # one\n 2\nb = \\\r\n 3"),
            (Texts{"a = 1 +\n\n # one\n 2", "b = \\\r\n 3"}));
  EXPECT_EQ(statements("f(p,\n d) = (p\n+ d)\ng(p) = p"),
            (Texts{"f(p,\n d) = (p\n+ d)", "g(p) = p"}));
  EXPECT_EQ(statements("a = (1 +\nb = 2\nf(p) = (p\ng(p) =\nc = 3"),
            (Texts{"a = (1 +", "b = 2", "f(p) = (p", "g(p) =", "c = 3"}));
  EXPECT_EQ(statements("a = x ==\n y"), (Texts{"a = x ==\n y"}));
  EXPECT_EQ(statements(" ; ;\n"), Texts{});
}

struct Valued {
  const char* text;
  const char* value;  ///< microseconds
};

TEST(Model, HasTheValueOfItsLastFunction) {
  const std::vector<Valued> cases{
      {"p = 3\nf(p) = 2*p", "6"},
      {"f(p) = 2*x*p\nx = y+1\ny = 1\np = 5", "20"},                     // in any order
      {"p = 3\nd = 7\nf(d) = d*p\ng(p) = f(p+1)\nh(d) = g(1)+d", "13"},  // f sees the constant p
      {"p = 2\nf(p) = p**3 + 2^p + pow(p,2) + log10(100) + exp(0)", "19"},
      {"p = 1\nunit s\nf(p) = 0.5", "500000"},
      {"unit ms; p = 1; f(p) = p", "1000"},
      {"p=1\nunit ns\nf(p) = 1500", "1.5"},
      {"p = 1\nf(p) = p > 0 ? 1 : 1/0", "1"},
      {"p = 1\nf(p) = 0 && 1/0", "0"},
      {"p = 4\nf(p) = p*(\n  1 + # a comment ( \n  2\n)", "12"},
      {"p = 1\nf(p) = count + self\ncount = 2; self = 3", "5"},  // names as any other
      {"p = 1\nnormal(x) = 7*x\nf(p) = normal(p)", "7"},
      {"unit = 4\np = 1\nf(p) = unit*p", "4"},
      {"p = 2\np(x) = 1\n",
       "a.model:2:1: error: 'p' is defined twice\np(x) = 1\n^\n"
       "a.model:1:1: note: first defined here\np = 2\n^\n"},
  };
  for (const Valued& each : cases) {
    EXPECT_EQ(value_of(each.text), each.value) << each.text;
  }
}

TEST(Model, CallsFunctionsOfTheSheet) {
  const auto t3d = library_sheet("cray_t3d_models");
  EXPECT_EQ(value_of("p=4\nf(p) = tbcast(p,100)", &t3d), "135.725887222");  // 100+8+20 log(4)
  EXPECT_EQ(value_of("p=4\nf(p) = tbarrier(p)", &t3d), "40");
  EXPECT_EQ(value_of("p=4\nunit s\nf(p) = tbarrier(p)", &t3d), "40");
  EXPECT_EQ(value_of("p=4\ntbarrier(x) = x\nf(p) = tbarrier(p)", &t3d), "4");  // the file hides it
  const auto now = library_sheet("sparc5_ethernet");
  EXPECT_EQ(value_of("d=10\nf(d) = tsend(d)", &now), "2010");  // by an alias
  EXPECT_EQ(value_of("d=10\nf(d) = tallgatherv(1,d)", &now), "8040");
}

TEST(Model, AFunctionOfASheetRefusesImpossibleArguments) {
  const auto t3d = library_sheet("cray_t3d_models");
  EXPECT_EQ(value_of("p=0.5\nf(p) = 1 +\n tbarrier(p)", &t3d),
            "a.model:3:2: error: tbarrier is defined for one process or more, got 0.5\n"
            " tbarrier(p)\n ^~~~~~~~\n");
  EXPECT_EQ(value_of("p=1\nf(p) = tbcast(p,-1)", &t3d),
            "a.model:2:8: error: tbcast is defined for 0 elements or more, got -1\n"
            "f(p) = tbcast(p,-1)\n       ^~~~~~\n");
}

struct Wrong {
  const char* text;
  const char* first;  ///< line of the output, without the name of the file
};

TEST(Model, AMistakeHasAPlace) {
  const std::vector<Wrong> cases{
      {"rows = 1\nf(rows) = row", "2:11: error: unknown name 'row'; did you mean 'rows'?"},
      {"p = 1\nf(p) = lost",
       "2:8: error: unknown name 'lost'; define it, or make it a parameter "
       "of the function"},
      {"p = 1\nf(p) = g(p)", "2:8: error: unknown function 'g'"},
      {"p = 1\nf(p) = tbcast(p,1)",
       "2:8: error: unknown function 'tbcast'; --machine SHEET.toml "
       "gives it if 'bcast' is in that sheet"},
      {"p = 1\ng(x) = x\nf(p) = g(p,1)", "3:8: error: 'g' takes one argument, got 2"},
      {"p = 1\ng(x) = x\nf(p) = g",
       "3:8: error: 'g' is a function; write its arguments in "
       "parentheses"},
      {"p = 1\nc = 2\nf(p) = c(p)", "3:8: error: 'c' is a constant, not a function"},
      {"p = 1\nf(p) = p(2)", "2:8: error: 'p' is a parameter, not a function"},
      {"p = 1\nf(p) = f(p-1)", "2:1: error: definitions depend on one another in a cycle: f -> f"},
      {"p = 1\na = b\nb = f(1)\nf(p) = a*p",
       "2:1: error: definitions depend on one another in a cycle: a -> b -> f -> a"},
      {"p = 1\nf(p,p) = 1", "2:5: error: parameter 'p' occurs twice"},
      {"f(2) = 1",
       "1:3: error: a name must consist of letters, digits and '_' and not begin with "
       "a digit, got '2'"},
      {"f() = 1",
       "1:3: error: expected the name of a parameter, got ')'; a constant is written f "
       "= EXPRESSION"},
      {"f(p = 1", "1:5: error: expected ',' or ')' after the parameter, got '='"},
      {"log(x) = 1", "1:1: error: 'log' is the name of a function; choose another name"},
      {"f(p) == 1",
       "1:6: error: expected '=', got '=='; a definition is written 'f(p) = "
       "EXPRESSION'"},
      {"f(p)",
       "1:5: error: expected '=', the statement ends; a definition is written 'f(p) = "
       "EXPRESSION'"},
      {"f(p) = (1 +\ng(p) = 2",
       "1:12: error: expected a number, a name or '(' before the "
       "expression ends"},
      {"unit min", "1:6: error: the unit of the times is s, ms, us or ns"},
      {"unit s\nunit ms", "2:1: error: the unit is given twice"},
      {"p = 1\nf(p) = 5ms",
       "2:8: error: '5ms' is not a number; expressions have no units: all times are "
       "in the unit of the statement 'unit'"},
      {"p = 1\nf(p) = 1\n  + 2",
       "3:3: error: expected a definition, NAME = EXPRESSION or "
       "NAME(PARAMETER,...) = EXPRESSION, got '+'; a line goes on if it ends "
       "with an operator or '\\'"},
      {"plot f(x)",
       "1:1: error: 'plot' is a command of gnuplot; '--vary NAME=VALUES --plot "
       "FILE.svg' draws"},
      {"set xrange [0:10]",
       "1:1: error: 'set' is a command of gnuplot; --plot chooses the form of "
       "a picture"},
      {"exit", "1:1: error: 'exit' is a command of gnuplot; leave it out"},
      {"3 = f",
       "1:1: error: a name must consist of letters, digits and '_' and not begin with a "
       "digit, got '3'"},
      {"f(p) = 1", "1:1: error: 'f' needs values: --vary NAME=VALUES or --set NAME=VALUE for p"},
      {"p = 0\nf(p) = 1/p", "2:9: error: division by zero"},
      {"p = 1\nf(p) = uniform(1,2)", "2:8: error: unknown function 'uniform'"},
  };
  for (const Wrong& each : cases) {
    EXPECT_TRUE(value_of(each.text).starts_with(std::string("a.model:") + each.first + "\n"))
        << each.text << "\n"
        << value_of(each.text);
  }
}

TEST(Model, AModelWithoutAFunctionIsReportedAsAWhole) {
  for (const char* text : {"", "\n", "# nothing\n", "a = 1"}) {
    EXPECT_EQ(value_of(text),
              "a.model: error: the model defines no function; write NAME(p,d) = EXPRESSION\n")
        << text;
  }
}

TEST(Model, AllMistakesAreReported) {
  EXPECT_EQ(value_of("f(p) = q\n= 3\ng(p) = (p\nh(p) = tnone(p)\nh(p) = 1\n"),
            "a.model:1:8: error: unknown name 'q'; define it, or make it a parameter of the "
            "function\nf(p) = q\n       ^\n"
            "a.model:2:1: error: expected a definition, NAME = EXPRESSION or NAME(PARAMETER,...) "
            "= EXPRESSION, got '='\n= 3\n^\n"
            "a.model:3:10: error: expected ')' before the expression ends\ng(p) = (p\n         ^\n"
            "a.model:4:1: error: 'h' needs values: --vary NAME=VALUES or --set NAME=VALUE for p\n"
            "h(p) = tnone(p)\n^\n"
            "a.model:4:8: error: unknown function 'tnone'; --machine SHEET.toml gives it if 'none' "
            "is in that sheet\nh(p) = tnone(p)\n       ^~~~~\n"
            "a.model:5:1: error: 'h' is defined twice\nh(p) = 1\n^\n"
            "a.model:4:1: note: first defined here\nh(p) = tnone(p)\n^\n");
}

std::vector<std::string> first_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.find(": error: ") != std::string::npos) {
      lines.push_back(line);
    }
  }
  return lines;
}

TEST(Model, AllMistakesOfADefinitionAreReported) {
  EXPECT_EQ(first_lines(value_of("g(x) = x\n"
                                 "f(p,p,2,q) = foo + bar(1) * g(1,2) + abs() + 3 4\n"
                                 "log(x) = lost\n"
                                 "g(y) = gone\n"
                                 "h() = 1\n"
                                 "k(p) = p\np = 1")),
            (std::vector<std::string>{
                "a.model:2:5: error: parameter 'p' occurs twice",
                "a.model:2:7: error: a name must consist of letters, digits and '_' and not begin "
                "with a digit, got '2'",
                "a.model:2:14: error: unknown name 'foo'; define it, or make it a parameter of the "
                "function",
                "a.model:2:20: error: unknown function 'bar'",
                "a.model:2:29: error: 'g' takes one argument, got 2",
                "a.model:2:38: error: 'abs' takes one argument",
                "a.model:2:48: error: expected an operator, got '4'",
                "a.model:3:1: error: 'log' is the name of a function; choose another name",
                "a.model:3:10: error: unknown name 'lost'; define it, or make it a parameter of "
                "the function",
                "a.model:4:1: error: 'g' is defined twice",
                "a.model:4:8: error: unknown name 'gone'; define it, or make it a parameter of the "
                "function",
                "a.model:5:3: error: expected the name of a parameter, got ')'; a constant is "
                "written h = EXPRESSION"}));
}

TEST(Model, FilesAreOneTextAndMistakesAreInTheirFiles) {
  const std::vector<SourceText> files{{"machine.model", "tbcast(p,d) = 10*p\nc = 1"},
                                      {"b.model", "\nf(p) = c*tbcast(p,2)"}};
  Question question;
  question.settings = {{"--set", "p", "4"}};
  const auto table = make_table(files, nullptr, question);
  ASSERT_TRUE(table.has_value()) << printed(table.error());
  EXPECT_DOUBLE_EQ(table->points.at(0).time, 40e-6);
  const std::vector<SourceText> wrong{{"machine.model", "c = 1\nx = y"}, {"b.model", "\nc = z"}};
  EXPECT_EQ(printed(make_table(wrong, nullptr, {}).error()),
            "machine.model:2:5: error: unknown name 'y'; define it, or make it a parameter of the "
            "function\nx = y\n    ^\n"
            "b.model:2:1: error: 'c' is defined twice; first defined here: machine.model:1:1\n"
            "c = z\n^\n"
            "b.model:2:5: error: unknown name 'z'; define it, or make it a parameter of the "
            "function\nc = z\n    ^\n");
}

TEST(Model, HasLimits) {
  std::string parameters = "a";
  std::string definitions;
  for (int i = 0; i < 16; ++i) {
    parameters += fmt::format(",b{}", i);
  }
  for (int i = 0; i < 4097; ++i) {
    definitions += fmt::format("c{} = {}\n", i, i);
  }
  EXPECT_NE(value_of("f(" + parameters + ") = 1").find("a function has at most 16 parameters"),
            std::string::npos);
  EXPECT_NE(value_of(definitions).find(":4097:1: error: a model has at most 4096 definitions"),
            std::string::npos);
  EXPECT_EQ(value_of("p = 1\nf(p) = 2\n" + std::string((1 << 20) - 15, '#')), "2");
  EXPECT_EQ(value_of("p = 1\nf(p) = 2\n" + std::string(1 << 20, '#')),
            "a.model: error: the files of a model have at most 1 MiB together\n");
}

TEST(Model, AnEvaluationHasAtMostTenMillionSteps) {
  std::string text = "p = 1\nf0(p) = p\n";
  for (int i = 1; i < 40; ++i) {
    text += fmt::format("f{0}(p) = f{1}(p) + f{1}(p)\n", i, i - 1);
  }
  EXPECT_NE(value_of(text).find("error: the evaluation takes more steps than are allowed"),
            std::string::npos);
}

TEST(Model, ADeepChainOfCallsNeedsNoStackOfTheProgram) {
  std::string text = "p = 1\nf0(p) = p\n";
  for (int i = 1; i < 4000; ++i) {
    text += fmt::format("f{0}(p) = f{1}(p) + 1\n", i, i - 1);
  }
  EXPECT_EQ(value_of(text), "4000");
}

}  // namespace
}  // namespace dps::models
