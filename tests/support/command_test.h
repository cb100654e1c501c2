/// A test that runs dps as a user does: in a folder with the user's files, without settings of the
/// machine.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps::support {

class CommandTest : public testing::Test {
 protected:
  /// Runs dps in the folder with arguments, which a shell parses. `out` has stdout, and stderr too
  /// with "2>&1" among the arguments.
  Finished dps(const std::string& arguments) const {
    return run_shell("unset DPS_HOSTS; export HOME=/nonexistent; cd '" + folder_.path().string() +
                     "' && '" DPS_PROGRAM "' " + arguments);
  }
  /// The output of dps, which has to succeed and to print something.
  [[nodiscard]] std::string output_of(const std::string& arguments) const {
    const Finished finished = dps(arguments);
    EXPECT_EQ(finished.status, 0) << arguments;
    EXPECT_NE(finished.out, "") << arguments;
    return finished.out;
  }
  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(folder_.path() / name);
  }

  ScratchFolder folder_;
};

}  // namespace dps::support
