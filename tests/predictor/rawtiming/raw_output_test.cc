#include "predictor/rawtiming/plan/raw_output.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "predictor/datasheets/raw/raw_folder.h"
#include "predictor/rawtiming/plan/function_choice.h"
#include "tests/support/scratch_folder.h"

namespace dps::rawtiming {
namespace {

namespace fs = std::filesystem;

class RawOutput : public ::testing::Test {
 protected:
  RawOutput() {
    options.folder = scratch.path() / "raw";
    options.functions = choose_functions("send,bcast").value();
    options.sizes = {1, 8};
    plan = make_plan(options, {0, 0}, 0);
    samples.resize(plan.points.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
      samples[i].trials = {{1e-6 * static_cast<double>(i + 1), 1}, {3e-6, 2}};
    }
  }

  Result<void> write(const EarlierFiles& earlier) {
    const Facts facts{{"hosts", "node[1-2]"}, {"command", "dps-rawtiming \"x\""}};
    return write_folder({options, plan, samples, facts, 1e-9}, earlier);
  }

  support::ScratchFolder scratch;
  Options options;
  MeasurementPlan plan;
  std::vector<Samples> samples;
};

TEST_F(RawOutput, IsReadBackAsItWasMeasured) {
  const auto opened = open_folder(options);
  ASSERT_TRUE(opened.has_value());
  ASSERT_TRUE(write(*opened).has_value());
  const auto reading = datasheets::read_raw_folder(options.folder, {});
  ASSERT_TRUE(reading.has_value() && reading->bad.empty());
  EXPECT_EQ(reading->folder.facts.element_bytes, 4U);
  EXPECT_DOUBLE_EQ(reading->folder.facts.timer_resolution, 1e-9);
  EXPECT_EQ(reading->folder.facts.measured,
            (Facts{{"hosts", "node[1-2]"}, {"command", "dps-rawtiming \"x\""}}));
  ASSERT_EQ(reading->folder.series.size(), 2U);
  EXPECT_EQ(reading->folder.series[0].name, "send");
  EXPECT_EQ(reading->folder.series[0].points,
            (std::vector<datasheets::RawPoint>{samples[0].point(2, 1, 1e-9),
                                               samples[1].point(2, 8, 1e-9)}));
}

TEST_F(RawOutput, FunctionsWithoutATrialHaveNoFile) {
  samples[2].trials.clear();
  samples[3].trials.clear();
  ASSERT_TRUE(write(open_folder(options).value()).has_value());
  EXPECT_TRUE(fs::exists(scratch.path() / "raw/send.data"));
  EXPECT_FALSE(fs::exists(scratch.path() / "raw/bcast.data"));
}

TEST_F(RawOutput, AnExistingFolderIsRefused) {
  fs::create_directory(options.folder);
  const auto opened = open_folder(options);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().message, "'" + options.folder +
                                        "' exists; choose another folder with -o, or add to it "
                                        "with --append");
}

TEST_F(RawOutput, AppendAddsPointsTrialsAndFacts) {
  options.keeps_trials = true;
  ASSERT_TRUE(write(open_folder(options).value()).has_value());
  options.appends = true;
  ASSERT_TRUE(write(open_folder(options).value()).has_value());
  const auto reading = datasheets::read_raw_folder(options.folder, {});
  ASSERT_TRUE(reading.has_value() && reading->bad.empty());
  EXPECT_EQ(reading->folder.series[0].points.size(), 4U);
  EXPECT_EQ(reading->folder.facts.measured.size(), 4U);
  EXPECT_EQ(reading->folder.facts.measured[2].first, "hosts_2");
  EXPECT_EQ(scratch.read("raw/send.trials"),
            "2 1 1e-06 1\n2 1 3e-06 2\n2 8 2e-06 1\n2 8 3e-06 2\n"
            "2 1 1e-06 1\n2 1 3e-06 2\n2 8 2e-06 1\n2 8 3e-06 2\n");
}

TEST_F(RawOutput, AppendRefusesOtherElements) {
  ASSERT_TRUE(write(open_folder(options).value()).has_value());
  options.appends = true;
  options.type = ElementType::kDouble;
  const auto opened = open_folder(options);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().message, "--append: the elements in '" + options.folder +
                                        "' have 4B, those of --type double have 8B");
}

TEST_F(RawOutput, AppendNeedsAFolder) {
  options.appends = true;
  const auto opened = open_folder(options);
  ASSERT_FALSE(opened.has_value());
  EXPECT_EQ(opened.error().message, "--append: there is no folder '" + options.folder + "'");
}

}  // namespace
}  // namespace dps::rawtiming
