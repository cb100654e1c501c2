/// Tables: points, speed-up, best rows, parts, bounds, and the mistakes in the question.
#include "predictor/models/model_table.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "predictor/models/table_output.h"
#include "predictor/models/table_picture.h"
#include "tests/predictor/models/library_sheet.h"
#include "tests/predictor/models/model_test_support.h"

namespace dps::models {
namespace {

constexpr const char* kModel =
    "c = 1\n"
    "work(p,d) = c*d*d/p\n"
    "talk(p) = 40*p\n"
    "total(p,d) = work(p,d) + talk(p) - 2*(p + d)\n";

Question over(std::vector<Setting> settings) {
  Question question;
  question.settings = std::move(settings);
  return question;
}

ModelTable table_of(const std::string& text, const Question& question,
                    const machines::Datasheet* sheet = nullptr) {
  const std::vector<SourceText> files{{"a.model", text}};
  const auto table = make_table(files, sheet, question);
  EXPECT_TRUE(table.has_value()) << printed(table.error());
  return table ? *table : ModelTable{};
}

std::string csv_of(const std::string& text, const Question& question) {
  return table_csv(table_of(text, question));
}

TEST(ModelTable, TheLastNameRunsFastest) {
  EXPECT_EQ(
      csv_of("f(p,d) = 1e6*(10*p + d)", over({{"--vary", "d", "1..2"}, {"--vary", "p", "4,3"}})),
      "d,p,time_s\r\n1,4,41\r\n1,3,31\r\n2,4,42\r\n2,3,32\r\n");
}

TEST(ModelTable, SettingsReplaceConstantsAndParameters) {
  const std::string text = "unit s\nc = 1\nk = 2*c\ng(p) = c*p\nf(p,c) = k + g(p) + c";
  EXPECT_EQ(csv_of(text, over({{"--set", "p", "10"}})), "time_s\r\n13\r\n");
  EXPECT_EQ(csv_of(text, over({{"--set", "p", "10"}, {"--set", "c", "3"}})), "time_s\r\n39\r\n");
  EXPECT_EQ(csv_of(text, over({{"--set", "p", "5*c"}, {"--vary", "c", "1,2"}})),
            "c,time_s\r\n1,8\r\n2,26\r\n");
  EXPECT_EQ(csv_of(text, over({{"--set", "p", "1,2"}, {"--set", "k", "0"}})),
            "p,time_s\r\n1,2\r\n2,3\r\n");
}

TEST(ModelTable, SpeedUpIsOverOneProcessAlsoOutsideTheRange) {
  Question question = over({{"--vary", "p", "2,4"}, {"--vary", "d", "10,20"}});
  question.speedup = "p";
  EXPECT_EQ(csv_of("unit s\nf(p,d) = d/p + p", question),
            "p,d,time_s,speedup\r\n2,10,7,1.5714285714285714\r\n2,20,12,1.75\r\n"
            "4,10,6.5,1.6923076923076923\r\n4,20,9,2.3333333333333335\r\n");
  Question fixed = over({{"--set", "p", "4"}, {"--vary", "d", "10"}});
  fixed.speedup = "p";
  EXPECT_EQ(csv_of("unit s\nf(p,d) = d/p + p", fixed),
            "d,time_s,speedup\r\n10,6.5,1.6923076923076923\r\n");
  Question zero = over({{"--vary", "p", "1,2"}});
  zero.speedup = "p";
  EXPECT_EQ(csv_of("unit s\nf(p) = p-1", zero), "p,time_s,speedup\r\n1,0,\r\n2,1,0\r\n");
}

TEST(ModelTable, BestKeepsTheLeastTimeAndOnATieTheSmallerValue) {
  Question question = over({{"--vary", "d", "1,100"}, {"--vary", "p", "8..1:-1"}});
  question.best = "p";
  EXPECT_EQ(csv_of("unit s\nf(p,d) = max(abs(p-4), 1) + d", question),
            "d,p,time_s\r\n1,3,2\r\n100,3,101\r\n");
  Question first = over({{"--vary", "p", "1..9"}, {"--vary", "d", "4,25"}});
  first.best = "p";
  EXPECT_EQ(csv_of("unit s\nf(p,d) = d/p + p", first), "p,d,time_s\r\n2,4,4\r\n5,25,10\r\n");
}

TEST(ModelTable, PartsAreTheTermsOfTheSum) {
  Question question = over({{"--set", "p", "2"}, {"--set", "d", "10"}});
  question.parts = true;
  EXPECT_EQ(csv_of(kModel, question),
            "time_s,\"work(p,d)\",talk(p),-2*(p + d)\r\n0.000106,5e-05,8e-05,-2.4e-05\r\n");
  Question one = over({{"--set", "p", "2"}});
  one.parts = true;
  EXPECT_EQ(table_of("f(p) = p + \\\n  2*\n 3 - -p + p # x\n", one).parts,
            (std::vector<std::string>{"p", "2* 3", "--p", "p (2)"}));
  EXPECT_EQ(table_of("f(p) = p > 1 ? p + 1 : 2", one).parts,
            (std::vector<std::string>{"p > 1 ? p + 1 : 2"}));
  EXPECT_EQ(table_of("f(p) = (p + 1)*2", one).parts, (std::vector<std::string>{"(p + 1)*2"}));
  EXPECT_EQ(table_of("f(p) = -p + 1", one).parts, (std::vector<std::string>{"-p", "1"}));
}

TEST(ModelTable, BoundsAreThoseOfTheSheetsEquations) {
  machines::Datasheet sheet;
  constexpr std::uint64_t kMicrosecond = 1'000'000'000'000;
  const machines::Equation equation{
      {Attoseconds(100 * kMicrosecond), Attoseconds(2 * kMicrosecond), Attoseconds(kMicrosecond)},
      machines::StartForm::kProcesses,
      machines::DataForm::kData,
      machines::Coefficients{Attoseconds(10 * kMicrosecond), Attoseconds(kMicrosecond),
                             Attoseconds(0)},
      std::nullopt};
  sheet.functions = {{"bcast",
                      machines::FunctionClass::kCollective,
                      machines::FunctionPath::kAny,
                      {{std::nullopt, equation}}}};
  Question question = over({{"--set", "p", "5"}});
  question.bounds = true;
  const ModelTable table = table_of("f(p) = 2*tbcast(p,10) + k\nk = tbcast(1,0)", question, &sheet);
  EXPECT_DOUBLE_EQ(table.points.at(0).time, (2 * 120 + 102) * 1e-6);
  EXPECT_DOUBLE_EQ(table.points.at(0).min, (2 * 105 + 91) * 1e-6);
  EXPECT_DOUBLE_EQ(table.points.at(0).max, (2 * 135 + 113) * 1e-6);
}

TEST(ModelTable, NotesNameAliasesOneProcessAndSizesThatWereNotMeasured) {
  auto sheet = library_sheet("sparc5_ethernet");
  for (machines::SheetFunction& function : sheet.functions) {
    function.ranges[0].processes = machines::MeasuredRange{2, 8};
    function.ranges[0].elements = machines::MeasuredRange{1, 8192};
  }
  const ModelTable table =
      table_of("f(p,d) = tsend(d) + tallgatherv(p,d) + tbarrier(p)",
               over({{"--vary", "p", "1,8"}, {"--vary", "d", "1000,10000"}}), &sheet);
  EXPECT_EQ(
      table.notes,
      (std::vector<std::string>{
          "tsend takes the equation of allsend", "tallgatherv takes the equation of allgather",
          "equations are used outside the sizes that were measured: tbarrier (2 to 8 "
          "processes), tsend (1 to 8,192 elements), tallgatherv (2 to 8 processes, 1 to "
          "8,192 elements)",
          "one process sends nothing, but the equations have a time for it: tbarrier, "
          "tallgatherv at p = 1"}));
}

struct WrongQuestion {
  Question question;
  const char* first;
};

TEST(ModelTable, AMistakeInTheQuestionHasAPlaceInTheOption) {
  const auto with = [](Question question, auto member, const char* value) {
    question.*member = value;
    return question;
  };
  const Question good = over({{"--set", "p", "1"}, {"--set", "d", "1"}});
  const std::vector<WrongQuestion> cases{
      {over({{"--vary", "p", "1..x"}}), "dps: error: --vary: expected a number, got 'x'"},
      {over({{"--vary", "p", "1..2"}, {"--set", "p", "3"}}),
       "dps: error: --set: 'p' is given twice"},
      {over({{"--vary", "time_s", "1,2"}}), "dps: error: --vary: 'time_s' is neither a constant"},
      {over({{"--set", "q", "1"}}),
       "dps: error: --set: 'q' is neither a constant of the model nor a parameter of 'total'"},
      {over({{"--set", "p", "2*lost"}}), "dps: error: --set: unknown name 'lost'"},
      {over({{"--set", "p", "1us"}}), "dps: error: --set: '1us' is not a number"},
      {over({{"--set", "c", "k"}}), "dps: error: --set: unknown name 'k'"},
      {over({{"--set", "c", "c+1"}}),
       "dps: error: --set: definitions depend on one another in a cycle: c -> c"},
      {with(good, &Question::of, "totals"),
       "dps: error: --of: the model defines no function 'totals'; did you mean 'total'?"},
      {with(good, &Question::of, "c"), "dps: error: --of: 'c' is a constant, not a function"},
      {with(good, &Question::speedup, "x"), "dps: error: --speedup: 'x' is neither a constant"},
      {with(good, &Question::best, "p"),
       "dps: error: --best: 'p' has one value; --vary p=VALUES gives it several"},
      {over({{"--vary", "p", "1..2000"}, {"--vary", "d", "1..2000"}}),
       "dps: error: --vary: a table has at most 1000000 points, got 4000000"},
      {over({{"--vary", "p", "1..2"}, {"--vary", "d", "1,x,2"}}), "dps: error: --vary: expected a"},
  };
  EXPECT_NE(mistakes_in("speedup = 1\nf(p) = speedup", over({{"--vary", "speedup", "1,2"}}))
                .find("'speedup' is a column of the table and cannot vary"),
            std::string::npos);
  for (const WrongQuestion& each : cases) {
    const std::string text = mistakes_in(kModel, each.question);
    EXPECT_NE(text.find(each.first), std::string::npos) << each.first << "\n" << text;
  }
}

TEST(ModelTable, AMistakeInEvaluatingNamesThePoint) {
  EXPECT_EQ(
      mistakes_in("f(p,d) = 1/(p-d)", over({{"--vary", "p", "1..4"}, {"--vary", "d", "3,2"}})),
      "a.model:1:11: error: division by zero, at p = 2, d = 2\nf(p,d) = 1/(p-d)\n"
      "          ^\n");
  Question question = over({{"--vary", "p", "2..4"}});
  question.speedup = "p";
  EXPECT_NE(mistakes_in("f(p) = 1/(p-1)", question)
                .find("division by zero, for the speed-up, with p = 1, at p = 2"),
            std::string::npos);
}

TEST(ModelTable, JsonHasEverything) {
  Question question = over({{"--vary", "p", "1,2"}, {"--set", "d", "10"}});
  question.parts = true;
  question.speedup = "p";
  question.bounds = true;
  const auto json = nlohmann::json::parse(table_json(table_of(kModel, question), "0"));
  EXPECT_EQ(json["format"], "dps-model-table");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["files"], nlohmann::json::array({"a.model"}));
  EXPECT_EQ(json["machine"], nullptr);
  EXPECT_EQ(json["of"], "total");
  EXPECT_EQ(json["set"]["d"], "10");
  EXPECT_EQ(json["variables"][0]["name"], "p");
  EXPECT_EQ(json["variables"][0]["values"], nlohmann::json::array({1.0, 2.0}));
  EXPECT_EQ(json["points"][1]["p"], 2.0);
  EXPECT_DOUBLE_EQ(json["points"][1]["time_s"], 106e-6);
  EXPECT_DOUBLE_EQ(json["points"][1]["min_s"], 106e-6);
  EXPECT_DOUBLE_EQ(json["points"][1]["speedup"], 118.0 / 106);
  EXPECT_DOUBLE_EQ(json["points"][1]["parts"]["talk(p)"], 80e-6);
  EXPECT_TRUE(json["notes"].empty());
}

TEST(ModelTable, TextHasTheTimesAndTheSharesOfParts) {
  Question question = over({{"--vary", "p", "1,16"}, {"--set", "d", "100"}});
  question.parts = true;
  question.speedup = "p";
  EXPECT_EQ(table_text(table_of("f(p,d) = d*d/p + 10*p", question)),
            "a.model: f at 2 points, d = 100\n\n"
            " p      time  speed-up\n"
            " 1  10.01 ms      1.00\n"
            "       10 ms   99.9%  d*d/p\n"
            "       10 us    0.1%  10*p\n"
            "16    785 us     12.75\n"
            "      625 us   79.6%  d*d/p\n"
            "      160 us   20.4%  10*p\n");
}

TEST(ModelPicture, OneNameGivesCurvesAndTwoAHeatMap) {
  const ModelTable curves =
      table_of(kModel, over({{"--vary", "p", "1..64*2"}, {"--set", "d", "9"}}));
  const auto curve_picture = std::get<plots::CurvePicture>(table_picture(curves));
  EXPECT_EQ(curve_picture.curves.size(), 1U);
  EXPECT_EQ(curve_picture.curves[0].points.size(), 7U);
  EXPECT_EQ(curve_picture.title, "a.model: total, d = 9");
  EXPECT_TRUE(curve_picture.x.is_logarithmic);
  const ModelTable map = table_of(kModel, over({{"--vary", "d", "1..3"}, {"--vary", "p", "1,2"}}));
  const auto heat_map = std::get<plots::HeatMap>(table_picture(map));
  EXPECT_EQ(heat_map.x_label, "p");
  EXPECT_EQ(heat_map.y_values, (std::vector<std::string>{"1", "2", "3"}));
  EXPECT_EQ(heat_map.figures.size(), 6U);
  EXPECT_DOUBLE_EQ(heat_map.figures[3], map.points[3].time);
  EXPECT_EQ(picture_mistake(table_of(kModel, over({{"--set", "p", "1"}, {"--set", "d", "1"}}))),
            "--plot needs one or two names with several values: --vary NAME=VALUES");
}

}  // namespace
}  // namespace dps::models
