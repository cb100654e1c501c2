// The guard of the PVM daemon of an added host, with shell scripts in place of daemon and carrier.
#include "simulator/pvm/pvm_host_guard.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/processes/process_end.h"
#include "simulator/pvm/pvm_login.h"
#include "tests/support/scratch_folder.h"

namespace dps::simulator {
namespace {

constexpr int kTimeoutMs = 30'000;

/// A daemon that stays until it is killed. Its child, the carrier, ends with the input that it
/// reads from a named pipe.
constexpr const char* kDaemon = R"(#!/bin/sh
echo "$PVM_TMP" >"$SCRATCH/folder"
sh -c 'echo $$ >"$SCRATCH/daemon"
       (read line <"$SCRATCH/end") &
       echo $! >"$PVM_TMP/in-use-soon"; mv "$PVM_TMP/in-use-soon" "$PVM_TMP/in-use"
       exec sleep 300' &
)";

std::string word_in(const std::filesystem::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

TEST(PvmHostGuard, EndsADaemonThatIsLeftAfterTheCarrier) {
  const support::ScratchFolder scratch;
  scratch.write_program("lib/pvmd", kDaemon);
  ASSERT_EQ(mkfifo((scratch.path() / "end").c_str(), S_IRWXU), 0);
  setenv("PVM_ROOT", scratch.path().c_str(), 1);
  setenv("SCRATCH", scratch.path().c_str(), 1);
  const pid_t login = fork();
  if (login == 0) {
    std::string program = "dps-simulator-pvm";
    char* words[] = {program.data(), nullptr};
    _exit(guard_pvm_host(words));
  }
  int status = -1;
  waitpid(login, &status, 0);  // until the host has an agent
  EXPECT_EQ(status, 0);
  const Descriptor daemon = watch_end(std::stoi(word_in(scratch.path() / "daemon")));
  ASSERT_TRUE(daemon.is_open());
  EXPECT_FALSE(has_ended(daemon, 0));

  std::ofstream(scratch.path() / "end") << "now\n";
  EXPECT_TRUE(has_ended(daemon, kTimeoutMs));
  const std::string folder = word_in(scratch.path() / "folder");
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kTimeoutMs);
  while (std::filesystem::exists(folder) && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::yield();
  }
  EXPECT_FALSE(std::filesystem::exists(folder)) << folder;
  unsetenv("PVM_ROOT");
  unsetenv("SCRATCH");
}

}  // namespace
}  // namespace dps::simulator
