#include "simulator/process/exec.h"

#include <csignal>
#include <filesystem>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "simulator/process/stop_flag.h"
#include "tests/support/scratch_folder.h"

namespace dps::simulator {
namespace {

class Program : public testing::Test {
 protected:
  /// Runs a shell script with these arguments in the scratch folder.
  Result<void> run(const std::string& script, std::vector<std::string> words = {"tool"},
                   const transport::StopSignal& stop = {}) {
    const auto path = folder_.write_program("tool", "#!/bin/sh\n" + script + "\n");
    words_ = std::move(words);
    return Exec(path, words_, place_).run(stop);
  }

  support::ScratchFolder folder_;
  std::string place_ = folder_.path();
  std::vector<std::string> words_;
};

TEST_F(Program, RunsInTheFolderWithItsArgumentsUnchanged) {
  ASSERT_TRUE(run("for word; do echo \"[$word]\"; done > seen; pwd -P > place",
                  {"tool", "$HOME", "two words", "", "*", "a;b"}));
  EXPECT_EQ(folder_.read("seen"), "[$HOME]\n[two words]\n[]\n[*]\n[a;b]\n");
  EXPECT_EQ(folder_.read("place"), std::filesystem::canonical(place_).string() + "\n");
}

TEST_F(Program, HasNoStandardInput) {
  ASSERT_TRUE(run("cat > seen; echo end >> seen"));
  EXPECT_EQ(folder_.read("seen"), "end\n");
}

TEST_F(Program, HasAProcessGroupOfItsOwn) {
  ASSERT_TRUE(run("cut -d' ' -f1,5 /proc/$$/stat > seen"));
  const std::string seen = folder_.read("seen");  // pid and process group
  EXPECT_EQ(seen.substr(0, seen.find(' ')) + "\n", seen.substr(seen.find(' ') + 1)) << seen;
}

TEST_F(Program, HasTheDefaultTimerSlackAndTheCallerKeepsItsOwn) {
  ::prctl(PR_SET_TIMERSLACK, 1UL);
  ASSERT_TRUE(run("cat /proc/$$/timerslack_ns > seen"));
  EXPECT_EQ(folder_.read("seen"), "50000\n");
  EXPECT_EQ(::prctl(PR_GET_TIMERSLACK), 1);
}

TEST_F(Program, AStatusOtherThanZeroIsAFailureThatNamesIt) {
  const auto failed = run("exit 3");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "program '" + place_ + "/tool' exited with status 3");
}

TEST_F(Program, AKillingSignalIsAFailureThatNamesIt) {
  const auto failed = run("kill -SEGV $$");
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message,
            "program '" + place_ + "/tool' was killed by signal 11 (Segmentation fault)");
}

TEST_F(Program, AScriptWithoutAnInterpreterIsNotRunByAShell) {
  const auto path = folder_.write_program("tool", "echo > seen\n");
  words_ = {"tool"};
  const auto failed = Exec(path, words_, place_).run({});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kSystem);
  EXPECT_NE(failed.error().message.find("names its interpreter"), std::string::npos);
}

TEST_F(Program, ThatWasRemovedAfterPreparationIsAFailure) {
  words_ = {"gone"};
  const auto failed = Exec(place_ + "/gone", words_, place_).run({});
  ASSERT_FALSE(failed);
  EXPECT_NE(failed.error().message.find("/gone': No such file or directory"), std::string::npos);
}

TEST_F(Program, DaemonsThatItLeavesAreNotWaitedFor) {
  // A daemon that keeps the output open until the test closes its pipe.
  ASSERT_EQ(::mkfifo((place_ + "/pipe").c_str(), 0600), 0);
  ASSERT_TRUE(run("(read line < pipe) & exit 0"));
  std::ofstream(folder_.path() / "pipe") << "go\n";
}

TEST_F(Program, IsKilledWithItsGroupAtTheStopSignal) {
  const auto stop = StopFlag::install().value();
  for (const char* pipe : {"/alive", "/started", "/never"}) {
    ASSERT_EQ(::mkfifo((place_ + pipe).c_str(), 0600), 0);
  }
  const int alive = ::open((place_ + "/alive").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  std::thread stopper([&] {
    static_cast<void>(folder_.read("started"));
    ::kill(::getpid(), SIGTERM);
  });
  const auto stopped =
      run("exec 3> alive; echo > started; sh -c 'read line < never' & read line < never", {"tool"},
          stop->signal());
  stopper.join();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kInterrupted);
  pollfd holders{alive, POLLIN, 0};  // end of file when all processes with the pipe have ended
  EXPECT_EQ(::poll(&holders, 1, 10'000), 1);
  EXPECT_NE(holders.revents & POLLHUP, 0);
  ::close(alive);
}

}  // namespace
}  // namespace dps::simulator
