#include "predictor/datasheets/raw/raw_folder.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::datasheets {
namespace {

using machines::FunctionClass;
using machines::FunctionPath;

class RawFolders : public testing::Test {
 protected:
  FolderReading read(const FolderOptions& options = {}) {
    auto reading = read_raw_folder(folder_.path().string(), options);
    EXPECT_TRUE(reading.has_value()) << reading.error().message;
    return reading ? std::move(*reading) : FolderReading{};
  }
  std::string error() {
    const auto reading = read_raw_folder(folder_.path().string(), {});
    return reading ? "none" : reading.error().message;
  }
  std::string path(const std::string& name) { return (folder_.path() / name).string(); }

  support::ScratchFolder folder_;
};

TEST_F(RawFolders, AllFilesOfAFunctionAreOneSeries) {
  folder_.write("bcast.data_l", "2 64 3 1\n2 32 2 1\n");
  folder_.write("bcast.data_s", "4 1 1 1\n2 1 1 1\n");
  folder_.write("send.host.data", "2 1 1 1\n");
  folder_.write("send.data", "2 1 1 1\n");
  folder_.write("send.trials", "not read, since there are points\n");
  folder_.write("recv.trials", "2 1 1\n2 1 2\n");
  folder_.write("filelist.lst", "anything\n");
  folder_.write("notes.txt", "anything\n");
  const RawFolder folder = read().folder;
  ASSERT_EQ(folder.series.size(), 4U);
  EXPECT_EQ(folder.series[0].name, "send");
  EXPECT_EQ(folder.series[0].path, FunctionPath::kAny);
  EXPECT_EQ(folder.series[1].path, FunctionPath::kHost);
  EXPECT_EQ(folder.series[2].name, "recv");
  EXPECT_EQ(folder.series[2].points.at(0).median, 1.5);
  const RawSeries& bcast = folder.series[3];
  EXPECT_EQ(bcast.points.at(0).processes, 2U);
  ASSERT_TRUE(bcast.large.has_value());
  EXPECT_EQ(bcast.large->at(0).elements, 32U);
  EXPECT_EQ(folder.files.size(), 5U);
}

TEST_F(RawFolders, TheClassIsThatOfTheHeaderOrOfTheNameOrOfThePoints) {
  folder_.write("bcast.data", "# dps-rawtiming 1\n# class: barrier\n2 1 1 1\n");
  folder_.write("pack.data", "1 1 1 1\n");
  folder_.write("bcast_half.data", "2 1 1 1\n");
  folder_.write("mine.data", "2 1 1 1\n4 2 1 1\n");
  folder_.write("hers.data", "2 1 1 1\n2 2 1 1\n");
  folder_.write("theirs.data", "2 1 1 1\n4 1 1 1\n");
  std::vector<std::pair<std::string, FunctionClass>> classes;
  for (const RawSeries& series : read().folder.series) {
    classes.emplace_back(series.name, series.function_class);
  }
  EXPECT_EQ(classes, (std::vector<std::pair<std::string, FunctionClass>>{
                         {"bcast", FunctionClass::kBarrier},
                         {"bcast_half", FunctionClass::kCollective},
                         {"pack", FunctionClass::kPointToPoint},
                         {"hers", FunctionClass::kPointToPoint},
                         {"mine", FunctionClass::kCollective},
                         {"theirs", FunctionClass::kBarrier}}));
}

TEST_F(RawFolders, FactsOfTheRunAreRead) {
  folder_.write(
      "run.toml",
      "format = \"dps-rawtiming\"\nversion = 1\nelement = \"8B\"\n"
      "timer_resolution = \"40ns\"\n[measured]\nlibrary = \"Open MPI\"\ndate = \"today\"\n");
  folder_.write("send.trials", "2 1 1\n2 1 1\n");
  const RawFolder folder = read().folder;
  EXPECT_EQ(folder.facts.element_bytes, 8U);
  EXPECT_NEAR(folder.series.at(0).points.at(0).error, 40e-9 / 3.4641016151377544, 1e-20);
  EXPECT_EQ(folder.facts.measured, (std::vector<std::pair<std::string, std::string>>{
                                       {"library", "Open MPI"}, {"date", "today"}}));
}

TEST_F(RawFolders, MistakesOfAllFilesAreReported) {
  folder_.write("run.toml", "format = \"dps-rawtiming\"\nversion = 2\nelement = \"0B\"\nnew = 1\n");
  folder_.write("send.data", "2 1 1\n");
  folder_.write("recv.data", "2 1 1 1\n");
  const FolderReading reading = read();
  ASSERT_EQ(reading.bad.size(), 2U);
  EXPECT_EQ(reading.bad[0].source.path, path("run.toml"));
  EXPECT_EQ(reading.bad[0].diagnostics.size(), 3U);
  EXPECT_EQ(reading.bad[1].source.path, path("send.data"));
}

TEST_F(RawFolders, ThatCannotBeReadAreErrors) {
  EXPECT_EQ(error(), "there is no raw file in '" + folder_.path().string() +
                         "'; raw files are named like bcast.data, send.host.data, bcast.data_s, "
                         "bcast.data_l and bcast.trials");
  folder_.write("bcast.data", "2 1 1 1\n");
  folder_.write("bcast.data_s", "2 1 1 1\n");
  EXPECT_EQ(error(), "'" + folder_.path().string() +
                         "' has bcast.data, and also bcast.data_s or bcast.data_l; the ranges of "
                         "the fit would overlap. Remove one of them");
  folder_.write("send.data", "# element bytes: 4\n2 1 1 1\n");
  folder_.write("ssend.data", "# element bytes: 8\n2 1 1 1\n");
  EXPECT_EQ(error(), "'" + path("ssend.data") + "' has elements of 8 B, and '" + path("send.data") +
                         "' has elements of 4 B; make a sheet for each size");
  EXPECT_EQ(read_raw_folder("/nonexistent", {}).error().message,
            "cannot read the folder '/nonexistent': No such file or directory");
}

TEST_F(RawFolders, OnlyWantedFunctionsAreRead) {
  folder_.write("send.data", "wrong\n");
  folder_.write("recv.data", "2 1 1 1\n");
  const FolderReading reading =
      read({.takes = [](std::string_view name) { return name == "recv"; }});
  EXPECT_TRUE(reading.bad.empty());
  EXPECT_EQ(reading.folder.series.size(), 1U);
}

}  // namespace
}  // namespace dps::datasheets
