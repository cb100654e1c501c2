#include "userfuncs/exec_program.h"

#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/scratch_folder.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

class ProgramSearch : public testing::Test {
 protected:
  void SetUp() override {
    beside_ = scratch_.path() / "blueprint";
    bin_ = scratch_.path() / "bin";
    fs::create_directories(beside_);
    fs::create_directories(bin_);
    path_ = (scratch_.path() / "nowhere").string() + ":" + bin_.string();
  }
  [[nodiscard]] std::string found(const std::string& name) const {
    const auto program = find_program(name, beside_, path_);
    return program ? *program : program.error().message;
  }

  support::ScratchFolder scratch_;
  fs::path beside_, bin_;
  std::string path_;
};

TEST_F(ProgramSearch, ANameIsSearchedForBesideTheBlueprintBeforePath) {
  scratch_.write_program("bin/tool", "");
  EXPECT_EQ(found("tool"), bin_ / "tool");
  scratch_.write_program("blueprint/tool", "");
  EXPECT_EQ(found("tool"), beside_ / "tool");
}

TEST_F(ProgramSearch, ARelativeNameWithASlashStartsFromTheBlueprint) {
  scratch_.write_program("blueprint/tools/tool", "");
  scratch_.write_program("other/tool", "");
  scratch_.write_program("bin/tools/only", "");
  EXPECT_EQ(found("tools/tool"), beside_ / "tools/tool");
  EXPECT_EQ(found("../other/tool"), scratch_.path() / "other/tool");
  EXPECT_EQ(found("tools/only").find("there is no program 'tools/only' relative to"), 0U);
}

TEST_F(ProgramSearch, AnAbsoluteNameIsKept) {
  const fs::path program = scratch_.write_program("other/tool", "");
  EXPECT_EQ(found(program), program);
}

TEST_F(ProgramSearch, AFileThatIsNotExecutableIsSkippedButNamedIfNothingIsFound) {
  scratch_.write("blueprint/tool", "");
  EXPECT_NE(found("tool").find("blueprint/tool' is not executable; chmod +x"), std::string::npos)
      << found("tool");
  scratch_.write_program("bin/tool", "");
  EXPECT_EQ(found("tool"), bin_ / "tool");
}

TEST_F(ProgramSearch, AFolderIsNotAProgram) {
  fs::create_directory(beside_ / "tool");
  EXPECT_EQ(found("tool").find("there is no program 'tool'"), 0U) << found("tool");
}

TEST_F(ProgramSearch, AMissingProgramIsReportedWithTheFoldersSearched) {
  EXPECT_EQ(found("tool"), "there is no program 'tool' beside the blueprint, in '" +
                               beside_.string() + "', nor in PATH");
}

}  // namespace
}  // namespace dps::userfuncs
