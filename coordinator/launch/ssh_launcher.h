/// Agents on other hosts: one `ssh` per host, with the user's own configuration, keys and jumps.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "coordinator/launch/launcher.h"

namespace dps::coordinator {

class SshLauncher : public Launcher {
 public:
  /// `program` is where the simulator is looked for first on every host; empty: at the path that
  /// the one beside our own executable has here.
  explicit SshLauncher(std::string program = {}) : program_(std::move(program)) {}

  [[nodiscard]] std::string name() const override { return "ssh"; }
  [[nodiscard]] bool shares_clock() const override { return false; }
  Result<LaunchedAgent> start(const Host& host) override;
  [[nodiscard]] LaunchVerdict judge(const Host& host, const std::string& words) const override;

 private:
  std::string program_;
};

/// The command line of a host's ssh: never a prompt, never a weaker check of host keys than the
/// user's own, nothing after `--` that could be taken for an option.
std::vector<std::string> ssh_words(const Host& host, const std::string& program);

/// A word that every login shell takes as it is written.
std::string shell_quoted(const std::string& word);

}  // namespace dps::coordinator
