// Every sample in every format, byte by byte. After a wanted change make the files anew with
// print_sample (print_sample.cc) and read the difference.
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "profiles/csv_profile.h"
#include "profiles/result_json.h"
#include "profiles/text_profile.h"
#include "tests/profiles/sample_results.h"

namespace dps::profiles {
namespace {

std::string golden(const std::string& file) {
  std::ifstream in("tests/profiles/golden/" + file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first line in which two texts differ, from both: "" if they are the same.
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

class Golden : public testing::TestWithParam<Sample> {};

TEST_P(Golden, TextIsAsKept) {
  EXPECT_EQ(first_difference(text_profile(GetParam().result, {}), golden(GetParam().name + ".txt")),
            "");
}

TEST_P(Golden, JsonIsAsKept) {
  EXPECT_EQ(first_difference(to_json(GetParam().result), golden(GetParam().name + ".json")), "");
}

TEST_P(Golden, CsvIsAsKept) {
  EXPECT_EQ(first_difference(csv_profile(GetParam().result), golden(GetParam().name + ".csv")), "");
}

TEST_P(Golden, ReadsBackAsTheSameProfile) {
  const auto read = load_result("tests/profiles/golden/" + GetParam().name + ".json");
  ASSERT_TRUE(read.has_value()) << read.error().message;
  EXPECT_EQ(first_difference(to_json(*read), to_json(GetParam().result)), "");
  EXPECT_EQ(text_profile(*read, {}), text_profile(GetParam().result, {}));
}

/// For the messages of a failing test.
void PrintTo(const Sample& sample, std::ostream* out) {  // NOLINT: the name is GoogleTest's
  *out << sample.name;
}

INSTANTIATE_TEST_SUITE_P(Samples, Golden, testing::ValuesIn(all_samples()),
                         [](const auto& sample) { return sample.param.name; });

}  // namespace
}  // namespace dps::profiles
