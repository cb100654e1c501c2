#include "coordinator/launch/ssh_launcher.h"

#include <algorithm>
#include <csignal>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "coordinator/launch/start_child.h"
#include "coordinator/session/address.h"

namespace dps::coordinator {
namespace {

Host named(const std::string& name) {
  Host host;
  host.name = name;
  return host;
}

TEST(SshWords, TheHostComesAfterTheEndOfTheOptions) {
  const auto words = ssh_words(named("node3"), "/opt/dps/bin/dps-simulator");
  ASSERT_GE(words.size(), 3u);
  EXPECT_EQ(words[words.size() - 3], "--");
  EXPECT_EQ(words[words.size() - 2], "node3");
  EXPECT_TRUE(words.back().ends_with(" sh '/opt/dps/bin/dps-simulator'")) << words.back();
}

TEST(SshWords, NeverAskAndNeverWeakenTheCheckOfHostKeys) {
  const auto words = ssh_words(named("node3"), "x");
  for (const char* option :
       {"BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=3"}) {
    EXPECT_NE(std::find(words.begin(), words.end(), option), words.end()) << option;
  }
  for (const std::string& word : words) {
    EXPECT_EQ(word.find("HostKey"), std::string::npos) << word;
    EXPECT_EQ(word.find("KnownHosts"), std::string::npos) << word;
  }
}

TEST(SshWords, LoginAndFoldersOfTheHostsFileAreUsed) {
  Host host = named("node3");
  host.login = "ann";
  host.program_path = "/a b:/c'd";
  const auto words = ssh_words(host, "/unused/dps-simulator");
  const auto option = std::find(words.begin(), words.end(), "-l");
  ASSERT_NE(option, words.end());
  EXPECT_EQ(*std::next(option), "ann");
  EXPECT_TRUE(words.back().ends_with(" '/a b/dps-simulator' '/c'\\''d/dps-simulator'"))
      << words.back();
}

struct Saying {
  const char* words;
  bool try_again;
  const char* next_step;
};

TEST(SshLauncher, HasAdviceForEachError) {
  const Saying cases[] = {
      {"node3: Permission denied (publickey)", false, "ssh-copy-id"},
      {"Host key verification failed", false, "compare its key"},
      {"ssh: Could not resolve hostname node3: Name or service not known", false, "misspelt"},
      {"ssh: connect to host node3 port 22: Connection refused", false, "whether sshd runs"},
      {"ssh: connect to host node3 port 22: No route to host", false, "is up"},
      {"kex_exchange_identification: Connection closed by remote host", true, "by hand"},
      {"Connection reset by 10.1.2.3 port 22", true, "by hand"},
      {"dps is not there: neither /x nor a dps in PATH", false, "install dps"},
      {"something else", false, "ssh node3 true"},
  };
  const SshLauncher launcher("/x");
  for (const Saying& one : cases) {
    const LaunchVerdict verdict = launcher.judge(named("node3"), one.words);
    EXPECT_EQ(verdict.try_again, one.try_again) << one.words;
    const bool helps = verdict.next_step.find(one.next_step) != std::string::npos ||
                       (one.try_again && verdict.next_step.find("ssh node3") != std::string::npos);
    EXPECT_TRUE(helps) << verdict.next_step;
  }
}

std::string read_all(int fd) {
  std::string text;
  char piece[256];
  for (ssize_t got = 0; (got = read(fd, piece, sizeof piece)) > 0;) {
    text.append(piece, static_cast<std::size_t>(got));
  }
  return text;
}

TEST(StartChild, TheRemoteCommandRunsTheFirstProgramThatExists) {
  const auto words = ssh_words(named("node3"), "/bin/echo");
  auto child = start_child({"/bin/sh", "-c", words.back()});
  ASSERT_TRUE(child);
  EXPECT_EQ(read_all(child->output.get()), "--agent\n");
  waitpid(child->pid, nullptr, 0);
}

TEST(StartChild, TheRemoteCommandReportsTheSearchedFolders) {
  const auto words = ssh_words(named("node3"), "/nowhere/x");
  auto child = start_child({"/usr/bin/env", "PATH=/bin", "/bin/sh", "-c", words.back()});
  ASSERT_TRUE(child);
  EXPECT_EQ(read_all(child->errors.get()),
            "dps is not there: neither /nowhere/x nor a dps in PATH\n");
  int status = 0;
  waitpid(child->pid, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 127);
}

TEST(StartChild, AMissingProgramIsNamed) {
  const auto child = start_child({"/nowhere/ssh"});
  ASSERT_FALSE(child);
  EXPECT_EQ(child.error().message, "cannot start '/nowhere/ssh': No such file or directory");
}

TEST(NumericAddress, KeepsNumericAddressesAndResolvesNames) {
  EXPECT_EQ(numeric_address("10.1.2.3").value(), "10.1.2.3");
  EXPECT_EQ(numeric_address("::1").value(), "::1");
  EXPECT_EQ(numeric_address("localhost").value(), "127.0.0.1");
  EXPECT_FALSE(numeric_address("no such name"));
}

}  // namespace
}  // namespace dps::coordinator
