/// The models of the Cowichan problems in examples/cowichan_models/, on three machines.
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/text/load_source.h"
#include "predictor/models/model_table.h"
#include "tests/predictor/models/library_sheet.h"

namespace dps::models {
namespace {

/// The times of a model in seconds with nine digits, with the constants of its file.
struct Case {
  std::string name;
  bool is_on_whole_t3d = false;  ///< on cray_t3d, not on cray_t3d_models
  std::vector<std::string> t3d;  ///< p=1 d=64, p=8 d=160, p=32 d=512
  std::vector<std::string> now;  ///< p=1 d=64, p=8 d=160
};

void PrintTo(const Case& problem, std::ostream* out) {
  *out << problem.name;
}

std::string time_of(const std::string& name, const machines::Datasheet& sheet, int p, int d) {
  const auto file = text::load_source("examples/cowichan_models/" + name + ".model", "model");
  if (!file) {
    return file.error().message;
  }
  Question question;
  question.settings = {{"--vary", "p", std::to_string(p)}, {"--vary", "d", std::to_string(d)}};
  const std::vector<SourceText> files{*file};
  const auto table = make_table(files, &sheet, question);
  if (!table) {
    return render(table.error()[0].source, table.error()[0].diagnostics);
  }
  return fmt::format("{:.9g}", table->points.at(0).time);
}

class Cowichan : public testing::TestWithParam<Case> {};

TEST_P(Cowichan, HasItsTimesOnBothMachines) {
  const Case& problem = GetParam();
  const auto t3d = library_sheet(problem.is_on_whole_t3d ? "cray_t3d" : "cray_t3d_models");
  const auto now = library_sheet("sparc5_ethernet");
  EXPECT_EQ(time_of(problem.name, t3d, 1, 64), problem.t3d[0]);
  EXPECT_EQ(time_of(problem.name, t3d, 8, 160), problem.t3d[1]);
  EXPECT_EQ(time_of(problem.name, t3d, 32, 512), problem.t3d[2]);
  EXPECT_EQ(time_of(problem.name, now, 1, 64), problem.now[0]);
  EXPECT_EQ(time_of(problem.name, now, 8, 160), problem.now[1]);
}

INSTANTIATE_TEST_SUITE_P(
    Models, Cowichan,
    testing::Values(
        Case{"mandel", false, {"4.194344", "3.27684", "8.388648"}, {"4.203304", "3.3488"}},
        Case{"randmat",
             false,
             {"0.0410665421", "0.0321212028", "0.0820598132"},
             {"0.0500265421", "0.104081203"}},
        Case{"half", false, {"0.0205392", "0.016326", "0.0422448"}, {"0.026608", "0.27432"}},
        Case{"life", true, {"0.0844852", "0.0677146355", "0.171719326"}, {"0.17348", "0.2224"}},
        Case{"thresh",
             false,
             {"0.0130675", "0.010995837", "0.0266147284"},
             {"0.0429275", "0.1984955"}},
        Case{"outer",
             false,
             {"0.0215252", "0.0183580794", "0.0480490657"},
             {"0.048878", "0.200848"}},
        Case{"elastic", true, {"1.7642082", "3.50439574", "27.5488213"}, {"5.083228", "37.104895"}},
        Case{
            "invperc", false, {"0.5230592", "3.3044337", "59.9957795"}, {"10.9699072", "273.1008"}},
        Case{"product", false, {"0.025728", "0.02048", "0.052904"}, {"0.04324", "0.1688"}},
        Case{"gauss", false, {"10.26952", "20.1939421", "166.007972"}, {"10.7108", "40.081"}},
        Case{"sor", false, {"0.532856", "0.420681589", "1.07371731"}, {"0.92492", "2.93616"}},
        Case{"norm",
             false,
             {"0.001552", "0.00153031777", "0.00209386294"},
             {"0.051296", "0.240602"}},
        Case{"vecdiff",
             false,
             {"0.000426", "0.000417158883", "0.000558931472"},
             {"0.019584", "0.114281"}},
        Case{"winnow",
             false,
             {"0.0365499394", "0.0563696645", "0.522814535"},
             {"0.0905049394", "1.10275463"}}),
    [](const auto& problem) { return problem.param.name; });

/// Source: dissertation, 4.1.1, the second model of mandel; figure 4.6 has its least time at 70
/// processes. The size of the matrix and the number of iterations are ours.
TEST(Cowichan, TheLeastTimeOfFigure4Point6IsAt70Processes) {
  const std::vector<SourceText> files{{"mandel2.model",
                                       "ncols = 64; nrows = 64; maxmandeliter = 128\n"
                                       "tcompute = 0.01\n"
                                       "tbroadcast(p)     = tbcast(p,8)\n"
                                       "tgatherresults(p) = tgather(p,ncols*nrows/p)\n"
                                       "tmandelcalc       = tcompute * 8 * maxmandeliter\n"
                                       "tmandelcomp(p)    = ncols * (nrows/p) * tmandelcalc\n"
                                       "tmandel(p) = tbroadcast(p) + tmandelcomp(p) + "
                                       "tgatherresults(p)\n"}};
  Question question;
  question.settings = {{"--vary", "p", "1..128"}};
  question.best = "p";
  const auto sheet = library_sheet("cray_t3d_models");
  const auto table = make_table(files, &sheet, question);
  ASSERT_TRUE(table.has_value());
  ASSERT_EQ(table->points.size(), 1U);
  EXPECT_EQ(table->points[0].values, std::vector<double>{70});
}

}  // namespace
}  // namespace dps::models
