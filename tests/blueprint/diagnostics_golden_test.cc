/// Typical mistakes in blueprints and their diagnostics: tests/blueprint/golden/*.txt.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>
#include <vector>

#include <gtest/gtest.h>

#include "reading.h"

namespace dps::blueprint {
namespace {

constexpr std::string_view kSeparator = "=== diagnostics ===\n";

std::vector<std::string> golden_files() {
  std::vector<std::string> names;
  std::error_code missing;  // in another working directory there are no cases
  for (const auto& entry : std::filesystem::directory_iterator("tests/blueprint/golden", missing)) {
    names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, MistakesInBlueprintsAreReported) {
  std::ifstream in("tests/blueprint/golden/" + GetParam() + ".txt", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t cut = text.find(kSeparator);
  ASSERT_NE(cut, std::string::npos);
  EXPECT_EQ(rendered(text.substr(0, cut)), text.substr(cut + kSeparator.size()));
}

TEST(GoldenFiles, OfMistakesAreFound) {
  EXPECT_FALSE(golden_files().empty());
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(golden_files()),
                         [](const auto& golden) { return golden.param; });

}  // namespace
}  // namespace dps::blueprint
