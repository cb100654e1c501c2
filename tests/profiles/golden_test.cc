// Compares every sample in every format with its golden file, byte by byte. After an intended
// change run make_golden.sh and review the difference.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "profiles/comparison/comparison_output.h"
#include "profiles/comparison/designs_output.h"
#include "profiles/json/result_json.h"
#include "profiles/text/csv_profile.h"
#include "profiles/text/text_profile.h"
#include "tests/profiles/sample_comparisons.h"
#include "tests/profiles/sample_designs.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

std::string golden(const std::string& file) {
  std::ifstream in("tests/profiles/golden/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Returns the first line in which two texts differ, from both texts; "" if they are equal.
std::string first_difference(const std::string& actual, const std::string& expected) {
  std::istringstream actual_lines(actual);
  std::istringstream expected_lines(expected);
  for (int number = 1;; ++number) {
    std::string line;
    std::string wanted;
    const bool more = static_cast<bool>(std::getline(actual_lines, line));
    const bool wants_more = static_cast<bool>(std::getline(expected_lines, wanted));
    if (!more && !wants_more) {
      return actual == expected ? "" : "the end of the last line";
    }
    if (line != wanted || more != wants_more) {
      return "line " + std::to_string(number) + "\n  is     " + line + "\n  not    " + wanted;
    }
  }
}

/// The parameter is the name of the sample.
class Golden : public testing::TestWithParam<std::string> {
 protected:
  static RunResult result() {
    const auto samples = all_samples();
    const auto sample = std::find_if(samples.begin(), samples.end(), [](const Sample& candidate) {
      return candidate.name == GetParam();
    });
    return sample->result;
  }
};

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Sample& sample : all_samples()) {
    names.push_back(sample.name);
  }
  return names;
}

TEST_P(Golden, TextIsUnchanged) {
  EXPECT_EQ(first_difference(text_profile(result(), {}), golden(GetParam() + ".txt")), "");
}

TEST_P(Golden, JsonIsUnchanged) {
  EXPECT_EQ(first_difference(to_json(result()), golden(GetParam() + ".json")), "");
}

TEST_P(Golden, CsvIsUnchanged) {
  EXPECT_EQ(first_difference(csv_profile(result()), golden(GetParam() + ".csv")), "");
}

TEST_P(Golden, ReadsBackAsTheSameProfile) {
  const auto read = load_result("tests/profiles/golden/" + GetParam() + ".json");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(first_difference(to_json(*read), to_json(result())), "");
  EXPECT_EQ(text_profile(*read, {}), text_profile(result(), {}));
}

INSTANTIATE_TEST_SUITE_P(Samples, Golden, testing::ValuesIn(all_names()),
                         [](const auto& sample) { return sample.param; });

TEST(GoldenComparison, EveryFormatIsUnchanged) {
  for (const SamplePair& pair : all_sample_pairs()) {
    SCOPED_TRACE(pair.name);
    const ResultComparison comparison = pair.compared();
    EXPECT_EQ(first_difference(comparison_text(comparison, false), golden(pair.name + ".txt")), "");
    EXPECT_EQ(first_difference(comparison_json(comparison), golden(pair.name + ".json")), "");
    EXPECT_EQ(first_difference(comparison_csv(comparison), golden(pair.name + ".csv")), "");
  }
}

TEST(GoldenDesigns, EveryFormatIsUnchanged) {
  for (const DesignSample& sample : all_design_samples()) {
    SCOPED_TRACE(sample.name);
    const DesignComparison comparison = sample.compared();
    EXPECT_EQ(first_difference(designs_text(comparison, false), golden(sample.name + ".txt")), "");
    EXPECT_EQ(first_difference(designs_json(comparison), golden(sample.name + ".json")), "");
    EXPECT_EQ(first_difference(designs_csv(comparison), golden(sample.name + ".csv")), "");
  }
}

}  // namespace
}  // namespace dps::profiles
