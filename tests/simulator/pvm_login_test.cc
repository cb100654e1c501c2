// The login between PVM's first daemon and ssh, with programs in place of ssh and of the daemons.
#include "simulator/pvm/pvm_login.h"

#include <csignal>
#include <cstdlib>
#include <optional>

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "simulator/pvm/pvm_logins.h"
#include "tests/support/scratch_folder.h"
#include "transport/control/launch_reports.h"

namespace dps::simulator {
namespace {

using control::LaunchEnd;
using control::LaunchRole;
using control::LostProcess;

constexpr int kTimeoutMs = 30'000;
constexpr const char* kDaemon = "echo 'ddpro<2316> arch<LINUX64> ip<0a620003:9c3b>'";

/// The guard of a virtual machine, and one login to node3 whose ssh is a shell script.
class PvmLogin : public testing::Test {
 protected:
  /// Starts the login with these lines as the script.
  void log_in(const std::string& script) {
    const auto ssh = folder_.write_program("ssh", "#!/bin/sh\n" + script + "\n");
    setenv("PVM_RSH", ssh.c_str(), 1);
    auto logins = PvmLogins::in(folder_.path().string(), "dps-simulator-pvm");
    ASSERT_TRUE(logins);
    logins_.emplace(*std::move(logins));
    auto output = make_pipe();
    ASSERT_TRUE(output);
    login_ = fork();
    if (login_ == 0) {
      dup2(output->write.get(), STDOUT_FILENO);
      _exit(run_pvm_login({"10.0.0.3", "/opt/dps-simulator-pvm -s -d0x0 -nnode3 1 0a620001:9c3b"}));
    }
    output_ = std::move(output->read);
  }

  void TearDown() override {
    kill(login_, SIGKILL);
    waitpid(login_, nullptr, 0);
    forget_pvm_logins();
    unsetenv("PVM_RSH");
  }

  /// Everything that the login passes on to PVM until it ends, or until `end`.
  std::string output_until(const std::string& end = "") {
    std::string text;
    pollfd watched{output_.get(), POLLIN, 0};
    char byte = 0;
    while ((end.empty() || !text.ends_with(end)) && poll(&watched, 1, kTimeoutMs) == 1 &&
           read(output_.get(), &byte, 1) == 1) {
      text += byte;
    }
    return text;
  }

  /// The first processes that are lost.
  std::vector<LostProcess> lost() {
    std::vector<LostProcess> found;
    int ready = 1;
    while (found.empty() && ready == 1) {
      std::vector<pollfd> watched;
      logins_->watch(watched);
      ready = poll(watched.data(), watched.size(), kTimeoutMs) > 0 ? 1 : 0;
      found = logins_->take();
    }
    return found;
  }

  /// Processes that are lost up to the end of the login.
  std::vector<LostProcess> lost_at_end() {
    waitpid(login_, nullptr, 0);
    return logins_->take();
  }

  support::ScratchFolder folder_;
  std::optional<PvmLogins> logins_;
  pid_t login_ = -1;
  Descriptor output_;
};

TEST_F(PvmLogin, ALoginThatEndsBeforeTheDaemonHasStartedIsNoticedByPvm) {
  log_in("echo 'welcome to node3'; exit 255");
  EXPECT_EQ(output_until(), "welcome to node3\n");
  EXPECT_EQ(lost_at_end(), std::vector<LostProcess>{});
}

TEST_F(PvmLogin, ALoginThatEndsWhenThereIsAnAgentIsNotReported) {
  log_in(std::string(kDaemon) + "; echo dps-has-agent; exit 255");
  EXPECT_TRUE(output_until().starts_with("ddpro<2316>"));
  EXPECT_EQ(lost_at_end(), std::vector<LostProcess>{});
}

TEST_F(PvmLogin, TheEndOfADaemonWithoutAnAgentIsReported) {
  log_in(std::string(kDaemon) + "; echo dps-daemon-ended; exit 1");
  EXPECT_EQ(lost(), (std::vector<LostProcess>{{LaunchRole::kPvmd, "node3"}}));
}

TEST_F(PvmLogin, TheEndOfSshAfterTheStartOfTheDaemonIsReportedHoweverItEnds) {
  log_in(std::string(kDaemon) + "; exit 255");
  EXPECT_EQ(lost(),
            (std::vector<LostProcess>{{LaunchRole::kLogin, "node3", LaunchEnd::kExit, 255}}));
}

TEST_F(PvmLogin, AnSshThatIsKilledAfterTheStartOfTheDaemonIsReported) {
  log_in(std::string(kDaemon) + "; kill -9 $$");
  EXPECT_EQ(lost(),
            (std::vector<LostProcess>{{LaunchRole::kLogin, "node3", LaunchEnd::kSignal, SIGKILL}}));
}

TEST_F(PvmLogin, ALoginThatIsKilledAfterTheStartOfTheDaemonIsReported) {
  log_in(std::string(kDaemon) + "; exec sleep 1000");
  EXPECT_TRUE(output_until("\n").starts_with("ddpro<2316>"));
  kill(login_, SIGKILL);
  EXPECT_EQ(lost(), (std::vector<LostProcess>{{LaunchRole::kLogin, "node3"}}));
}

TEST_F(PvmLogin, EndsSshWhenTheGuardHasEnded) {
  log_in(std::string(kDaemon) + "; exec sleep 1000");
  EXPECT_TRUE(output_until("\n").starts_with("ddpro<2316>"));
  logins_->take();  // accepts the connection
  logins_.reset();
  EXPECT_EQ(output_until(), "");
  int status = 0;
  EXPECT_EQ(waitpid(login_, &status, 0), login_);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGKILL);
}

}  // namespace
}  // namespace dps::simulator
