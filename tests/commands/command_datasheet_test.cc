// dps datasheet, as a user calls it.
#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps {
namespace {

class DatasheetCommand : public testing::Test {
 protected:
  DatasheetCommand() {
    // Exact times: send 30 us + 0.5 us d, bcast 100 us + 6 us p + 0.2 us p d.
    std::string send;
    std::string bcast;
    for (int d = 8; d <= 128; d *= 2) {
      send += "2 " + std::to_string(d) + " " + fmt::to_string(30e-6 + 0.5e-6 * d) + " 1e-7\n";
      for (int p = 2; p <= 16; p *= 2) {
        bcast += std::to_string(p) + " " + std::to_string(d) + " " +
                 fmt::to_string(100e-6 + 6e-6 * p + 0.2e-6 * p * d) + " 1e-6\n";
      }
    }
    folder_.write("raw/send.data", "# element bytes: 8\n" + send);
    folder_.write("raw/bcast.data", bcast);
    folder_.write("raw/filelist.lst", "Cray T3D\n");
  }

  [[nodiscard]] support::Finished dps(const std::string& arguments) const {
    return support::run_shell("export HOME=/nonexistent; cd '" + folder_.path().string() +
                              "' && '" DPS_PROGRAM "' " + arguments + " 2>&1");
  }

  support::ScratchFolder folder_;
};

TEST_F(DatasheetCommand, PrintsTheTablesOfAFit) {
  const auto finished = dps("datasheet raw --digits 3");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out,
            "raw: elements of 8 B\n\n"
            "Small messages (32 elements or less)\n"
            "function  time (us)            Q\n"
            "send      30 + 0.5 d           1.00\n"
            "bcast     100 + 6 p + 0.2 p*d  1.00\n\n"
            "Large messages (32 elements or more)\n"
            "function  time (us)            Q\n"
            "send      30 + 0.5 d           1.00\n"
            "bcast     100 + 6 p + 0.2 p*d  1.00\n");
}

TEST_F(DatasheetCommand, ASheetIsPrintedLikeItsFit) {
  EXPECT_EQ(dps("datasheet raw --name lab -o lab.toml").out, "");
  const std::string sheet = folder_.read("lab.toml");
  EXPECT_NE(sheet.find("name = \"lab\""), std::string::npos) << sheet;
  EXPECT_NE(sheet.find("data = \"p*d\""), std::string::npos) << sheet;
  EXPECT_EQ(dps("datasheet raw --name lab").out, dps("datasheet lab.toml").out);
  EXPECT_EQ(dps("datasheet lab.toml -o -").out.find("format = \"dps-datasheet\""), 0U);
  const auto printed = dps("datasheet lab.toml --format json --functions p2p");
  const auto json = nlohmann::json::parse(printed.out);
  EXPECT_EQ(json["functions"].size(), 1U);
  EXPECT_EQ(json["functions"][0]["name"], "send");
}

TEST_F(DatasheetCommand, PrintsPointsAndChecks) {
  const auto points = dps("datasheet raw --points --functions send");
  EXPECT_EQ(points.out.find("function,path,processes,elements,median_s,error_s,fitted_s,deviation\n"
                            "send,,2,8,3.4e-05,1e-07,3.4"),
            0U)
      << points.out;
  folder_.write("raw/scan.data", "2 8 0.004 0\n2 16 0.002 0\n");
  const auto check = dps("datasheet raw --check --quiet");
  EXPECT_EQ(check.status, 0);
  EXPECT_EQ(check.out,
            "guideline,processes,elements,left_s,right_s,ratio\nscan monotone,2,8,0.004,0.002,2\n");
}

TEST_F(DatasheetCommand, WritesDocuments) {
  if (support::run_shell("command -v gnuplot").status != 0) {
    GTEST_SKIP() << "gnuplot is not installed";
  }
  const auto finished = dps("datasheet raw --tex lab.tex --html lab.html --plots plots");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out, "");
  const std::string page = folder_.read("lab.html");
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  for (const char* name : {"lab-figures/send_1.pdf", "lab-figures/bcast_2.pdf", "plots/send_2.gp",
                           "plots/bcast_1.dat"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / name)) << name;
  }
  const auto again = support::run_shell("cd '" + folder_.path().string() +
                                        "/plots' && gnuplot bcast_1.gp | head -1");
  EXPECT_TRUE(again.out.starts_with("<?xml")) << again.out;
}

TEST_F(DatasheetCommand, TheDocumentIsCompiledByLatex) {
  if (support::run_shell("command -v pdflatex && command -v gnuplot").status != 0) {
    GTEST_SKIP() << "pdflatex or gnuplot is not installed";
  }
  ASSERT_EQ(dps("datasheet raw --name 'a_b & 100 %' --tex lab.tex").status, 0);
  const std::string compile = "pdflatex -no-shell-escape -halt-on-error lab.tex";
  const auto finished =
      support::run_shell("cd '" + folder_.path().string() + "' && " + compile + " && " + compile);
  EXPECT_EQ(finished.status, 0) << finished.out;
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "lab.pdf"));
}

TEST_F(DatasheetCommand, WithoutGnuplotADocumentHasNoPictures) {
  const auto finished = support::run_shell("cd '" + folder_.path().string() +
                                           "' && PATH=/nonexistent '" DPS_PROGRAM
                                           "' datasheet raw --html lab.html 2>&1");
  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.out,
            "dps: warning: the document has no pictures: there is no program 'gnuplot' in PATH "
            "(Debian: gnuplot-nox)\n");
  EXPECT_EQ(folder_.read("lab.html").find("<svg"), std::string::npos);
  EXPECT_EQ(support::run_shell("cd '" + folder_.path().string() +
                               "' && PATH=/nonexistent '" DPS_PROGRAM
                               "' datasheet raw --quiet --html quiet.html 2>&1")
                .out,
            "");
}

TEST_F(DatasheetCommand, MalformedLinesOfAllFilesAreReported) {
  std::string many;
  for (int i = 0; i < 30; ++i) {
    many += "2 x 1 1\n";
  }
  folder_.write("raw/recv.data", many);
  folder_.write("raw/reduce.data_s", "2 8 1\n");
  const auto finished = dps("datasheet raw -o lab.toml");
  EXPECT_EQ(finished.status, 2);
  EXPECT_NE(finished.out.find("raw/recv.data:30:3: error: the number of elements must be a whole "
                              "number, got 'x'\n2 x 1 1\n  ^\n"),
            std::string::npos)
      << finished.out;
  EXPECT_NE(finished.out.find("raw/reduce.data_s:1:1: error: a point has 4 fields"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "lab.toml"));
  EXPECT_EQ(dps("datasheet raw --functions send").status, 0);
}

TEST_F(DatasheetCommand, ExplainsMistakes) {
  folder_.write("blueprint.txt", "P a.p 1 u.u\n");
  const std::vector<std::pair<std::string, std::string>> table{
      {"raw --functions bcst",
       "--functions: there is no function 'bcst' here; did you mean 'bcast'?"},
      {"raw --functions rma", "--functions: there is no function of the group rma here"},
      {"raw -o raw/send.data",
       "-o would overwrite the raw file 'raw/send.data'; name another file"},
      {"raw --html raw/bcast.data",
       "--html would overwrite the raw file 'raw/bcast.data'; name another file"},
      {"raw --points --check", "--points and --check print different tables; give one of them"},
      {"raw --split 8 --breakpoints auto",
       "--split gives the end of the small messages, which --breakpoints auto finds; give one of "
       "them"},
      {"raw --digits 2 --order-of-magnitude",
       "--digits does not go with --order-of-magnitude, whose coefficients are powers of 10"},
      {"blueprint.txt",
       "'blueprint.txt' is not a data sheet; dps datasheet takes the folder of raw files, or a "
       "sheet, which has format = \"dps-datasheet\""},
      {". --name x",
       "there is no raw file in '.'; raw files are named like bcast.data, send.host.data, "
       "bcast.data_s, bcast.data_l and bcast.trials"}};
  for (const auto& [arguments, message] : table) {
    const auto finished = dps("datasheet " + arguments);
    EXPECT_EQ(finished.status, 2) << arguments;
    EXPECT_EQ(finished.out, "dps: error: " + message + "\n");
  }
  EXPECT_EQ(dps("datasheet raw -o lab.toml").status, 0);
  EXPECT_EQ(dps("datasheet lab.toml --points").out,
            "dps: error: --points needs the folder of raw files; 'lab.toml' is a data sheet\n");
  EXPECT_EQ(dps("datasheet raw --floor 0 --functions send").status, 0);
  EXPECT_EQ(
      dps("datasheet raw --tex lab.pdf").out,
      "dps: error: --tex: the name of the document ends in .tex, got 'lab.pdf'\nsee 'dps help "
      "datasheet'\n");
}

TEST_F(DatasheetCommand, WarnsWithoutTheSizeOfAnElement) {
  EXPECT_EQ(dps("datasheet raw --functions bcast -o lab.toml").out,
            "dps: warning: no file states the size of an element; the sheet has 4 B, which its key "
            "'element' changes\n");
  EXPECT_EQ(dps("datasheet raw --functions bcast -o lab.toml --quiet").out, "");
}

}  // namespace
}  // namespace dps
