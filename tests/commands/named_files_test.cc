#include "commands/files/named_files.h"

#include <filesystem>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/scratch_folder.h"

namespace dps::commands {
namespace {

using Files = std::vector<NamedFile>;

class NamedFilesTest : public ::testing::Test {
 protected:
  support::ScratchFolder folder_;
  std::string plan_ = folder_.write("plan.txt", "plan");
  std::string machine_ = folder_.write("m.toml", "machine");
};

TEST_F(NamedFilesTest, DifferentFilesAndFilesThatAreNotThereDoNotConflict) {
  const Files inputs{{"the blueprint", plan_}, {"the machine file", machine_}, {"x", "missing"}};
  EXPECT_EQ(conflict(inputs, Files{{"-o", plan_ + ".json"}}), "");
  EXPECT_EQ(conflict(inputs, Files{{"-o", "missing"}}), "");
  EXPECT_EQ(conflict(inputs, {}), "");
}

TEST_F(NamedFilesTest, AnOutputThatIsAnInputIsNamed) {
  const Files inputs{{"the blueprint", plan_}, {"the machine file", machine_}};
  EXPECT_EQ(conflict(inputs, Files{{"-o", machine_}}),
            "-o would overwrite the machine file '" + machine_ + "'; name another file");
}

TEST_F(NamedFilesTest, ALinkToAnInputIsTheInput) {
  const std::string soft = machine_ + ".soft";
  const std::string hard = machine_ + ".hard";
  std::filesystem::create_symlink(machine_, soft);
  std::filesystem::create_hard_link(machine_, hard);
  for (const std::string& link : {soft, hard}) {
    EXPECT_EQ(conflict(Files{{"the machine file", machine_}}, Files{{"-o", link}}),
              "-o would overwrite the machine file '" + machine_ + "' (the same file as '" + link +
                  "'); name another file");
  }
}

TEST_F(NamedFilesTest, TwoOutputsDoNotShareAFile) {
  EXPECT_EQ(conflict({}, Files{{"-o", plan_}, {"--trace", plan_}}),
            "--trace would overwrite -o '" + plan_ + "'; name another file");
}

TEST_F(NamedFilesTest, TwoOutputsDoNotShareAFileThatDoesNotExistYet) {
  const std::string made = folder_.path() / "made.json";
  const std::string again = folder_.path() / "." / "made.json";
  EXPECT_EQ(conflict({}, Files{{"-o", made}, {"--trace", again}}),
            "--trace would overwrite -o '" + made + "' (the same file as '" + again +
                "'); name another file");
  EXPECT_EQ(conflict({}, Files{{"--trace", made}, {"--trace", made}}),
            "--trace names '" + made + "' twice");
  EXPECT_EQ(conflict({}, Files{{"-o", "/dev/null"}, {"--trace", "/dev/null"}}), "");
}

TEST_F(NamedFilesTest, DevicesAreNotLostWhenTheyAreWritten) {
  EXPECT_EQ(conflict(Files{{"the blueprint", "/dev/null"}}, Files{{"-o", "/dev/null"}}), "");
}

TEST_F(NamedFilesTest, ADashStandsForOneInputAndOneOutput) {
  EXPECT_EQ(conflict(Files{{"the result", "-"}}, Files{{"-o", "-"}}), "");
  EXPECT_EQ(conflict(Files{{"the blueprint", "-"}, {"the machine file", "-"}}, {}),
            "'-' can stand for one file only: standard input cannot be the blueprint and the "
            "machine file");
}

}  // namespace
}  // namespace dps::commands
