// Every mistake of a file with its line, column and caret.
#include <filesystem>

#include <gtest/gtest.h>

#include "tests/predictor/machines/parasol/parasol_texts.h"
#include "tests/support/file_text.h"

namespace dps::parasol {
namespace {

/// For each file in bad/ there is a file with its diagnostics.
TEST(ParasolFile, EveryMistakeIsReported) {
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("tests/predictor/machines/parasol/bad")) {
    if (entry.path().extension() == ".txt") {
      continue;
    }
    const SourceText source{entry.path().filename(), file_text(entry.path())};
    const auto reading = parse_parasol_file(source);
    EXPECT_EQ(reading.file, nullptr) << entry.path();
    EXPECT_EQ(render(source, reading.diagnostics), file_text(entry.path().string() + ".txt"))
        << entry.path();
    ++files;
  }
  EXPECT_GE(files, 25U);
}

}  // namespace
}  // namespace dps::parasol
