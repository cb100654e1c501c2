/// Starts agents on other hosts: one `ssh` per host, with the user's configuration, keys and jumps.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

/// Starts each agent by an ssh of its own.
class SshLauncher : public Launcher {
 public:
  /// `program` is the path of the simulator on every host; empty: that of the one beside our own
  /// executable.
  explicit SshLauncher(std::string program = {}) : program_(std::move(program)) {}

  [[nodiscard]] std::string name() const override { return "ssh"; }
  [[nodiscard]] bool shares_clock() const override { return false; }
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;

 private:
  std::string program_;
};

/// The command line of a host's ssh. It never prompts, checks host keys as the user has configured
/// it, and has a "--" before the host's name.
std::vector<std::string> ssh_words(const Host& host, const std::string& program);

/// Quotes a word for every login shell.
std::string shell_quoted(const std::string& word);

}  // namespace dps::coordinator
