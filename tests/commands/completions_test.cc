// The completion scripts: that of bash is executed, those of zsh and fish are compared with the
// table.
#include "commands/options/completions.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "commands/command_table.h"
#include "tests/support/run_shell.h"
#include "tests/support/scratch_folder.h"

namespace dps::commands {
namespace {

class BashCompletion : public testing::Test {
 protected:
  BashCompletion() {
    folder_.write("dps.bash", bash_completion(command_table()));
    folder_.write("plan.txt", "V jobs 5\nV n 3\n");
  }
  /// The completions of bash for the last of the words, in one line.
  [[nodiscard]] std::string offered(const std::string& words) const {
    folder_.write("try.bash",
                  "compopt() { :; }\n. ./dps.bash\nCOMP_WORDS=(dps " + words +
                      ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_dps\necho \"${COMPREPLY[*]}\"\n");
    std::string line =
        support::run_shell("cd '" + folder_.path().string() + "' && bash try.bash 2>&1").out;
    line.erase(line.find_last_not_of('\n') + 1);
    return line;
  }

  support::ScratchFolder folder_;
};

TEST_F(BashCompletion, OffersCommandsAndFilesFirst) {
  EXPECT_EQ(offered("pr"), "predict profile");
  EXPECT_EQ(offered("pla"), "plan.txt");
  EXPECT_EQ(offered("help gr"), "graph");
}

TEST_F(BashCompletion, OffersTheOptionsOfTheCommand) {
  EXPECT_EQ(offered("compare a b --t"), "--tolerance");
  EXPECT_EQ(offered("plan.txt --la"), "--latencies --launcher");
  EXPECT_EQ(offered("graph --la"), "");
  EXPECT_EQ(offered("--ver"), "--version");
}

TEST_F(BashCompletion, OffersTheValuesOfAnOption) {
  EXPECT_EQ(offered("plan.txt --format ''"), "text json csv");
  EXPECT_EQ(offered("check plan.txt --format ''"), "text json");
  EXPECT_EQ(offered("run --color a"), "auto always");
  EXPECT_EQ(offered("run plan.txt --set ''"), "jobs= n=");
  EXPECT_EQ(offered("run plan.txt --runs ''"), "");
  EXPECT_EQ(offered("run -o pl"), "plan.txt");
  EXPECT_EQ(offered("machine l"), "list");
}

TEST_F(BashCompletion, IsCleanForShellcheck) {
  const auto check =
      support::run_shell("command -v shellcheck >/dev/null || exit 42; shellcheck '" +
                         folder_.path().string() + "/dps.bash' 2>&1");
  if (check.status == 42) {
    GTEST_SKIP() << "shellcheck is not installed";
  }
  EXPECT_EQ(check.out, "");
}

TEST(Completions, HaveAllCommandsAndOptions) {
  for (const Command& command : command_table()) {
    for (const std::string& script :
         {bash_completion(command_table()), zsh_completion(command_table()),
          fish_completion(command_table())}) {
      EXPECT_NE(script.find(command.name), std::string::npos) << command.name;
    }
    const auto prepared = command.prepare();
    for (const Option& option : own_options(prepared->syntax())) {
      EXPECT_NE(zsh_completion(command_table()).find(option.name), std::string::npos)
          << option.name;
      const std::string name = option.name.starts_with("--")
                                   ? " -l " + std::string(option.name.substr(2)) + " "
                                   : " -s " + std::string(option.name.substr(1)) + " ";
      EXPECT_NE(fish_completion(command_table())
                    .find("'__dps_is " + std::string(command.name) + "'" + name),
                std::string::npos)
          << option.name;
    }
  }
}

TEST(Completions, OptionsOfEveryCommandAreOfferedWithoutOne) {
  EXPECT_NE(bash_completion(command_table()).find("    *:--color) echo 'auto always never' ;;\n"),
            std::string::npos);
  for (const char* line : {"complete -c dps -l color -x", "complete -c dps -s q -l quiet -d"}) {
    EXPECT_NE(fish_completion(command_table()).find(line), std::string::npos) << line;
  }
}

TEST(Completions, AreAcceptedByTheirShells) {
  const support::ScratchFolder folder;
  for (const auto& [shell, script] : {std::pair("bash", bash_completion(command_table())),
                                      std::pair("zsh", zsh_completion(command_table())),
                                      std::pair("fish", fish_completion(command_table()))}) {
    const std::string path = folder.write(shell, script);
    const auto read =
        support::run_shell(std::string("command -v ") + shell + " >/dev/null || exit 0; " + shell +
                           " -n '" + path + "' 2>&1");
    EXPECT_EQ(read.status, 0) << shell;
    EXPECT_EQ(read.out, "") << shell;
    EXPECT_EQ(std::count(script.begin(), script.end(), '\'') % 2, 0) << shell;
  }
}

}  // namespace
}  // namespace dps::commands
