/// A cluster of namespaces for tests of the programs (tests/cluster/README.md): runs commands on
/// its hosts, makes hosts fail, and lists the processes and files that remain on them.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <sys/types.h>

namespace dps::end_to_end {

using Milliseconds = std::chrono::milliseconds;

/// A program that runs beside the test, its two outputs in files.
class Running {
 public:
  explicit Running(const std::vector<std::string>& words);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  /// Kills it if it still runs.
  ~Running();

  struct Finished {
    int status = -1;  ///< as a shell has it; -1: it had to be killed after the patience
    std::string out, err;
    double seconds = 0;  ///< since it was started
  };
  Finished wait(Milliseconds patience = std::chrono::seconds(60));
  [[nodiscard]] std::string err() const;
  [[nodiscard]] std::string out() const;
  [[nodiscard]] bool is_running();
  /// SIGCONT to whatever stopped because its child did.
  void resume() const;

 private:
  pid_t pid_ = -1;
  int status_ = -1;
  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point started_;
};

void pause_briefly();

/// Checks every few milliseconds whether the condition holds, until the timeout. True if it holds.
template <typename Condition>
bool eventually(Milliseconds patience, Condition holds) {
  const auto until = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > until) {
      return false;
    }
    pause_briefly();
  }
  return true;
}

/// The cluster of a test program.
class Cluster {
 public:
  /// Brings one up, with a configuration for the tool. Nothing, and why on stderr, where that
  /// cannot be done: it takes root, namespaces and a few packages.
  static std::optional<Cluster> up(const std::string& configuration);
  Cluster(Cluster&& other) noexcept;
  Cluster& operator=(Cluster&&) = delete;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;
  ~Cluster();

  /// The words that run a command on a host, and that run dps there.
  [[nodiscard]] std::vector<std::string> on(const std::string& host,
                                            std::vector<std::string> words) const;
  [[nodiscard]] std::vector<std::string> dps(std::vector<std::string> words,
                                             const std::string& host = "node1") const;
  /// A verb of the tool: kill, boot, cut, heal.
  void tool(const std::string& verb, const std::string& host) const;

  /// A file that all hosts see.
  std::string write_file(const std::string& name, const std::string& text) const;
  [[nodiscard]] std::string shared(const std::string& name) const;
  /// Of a host alone: its /etc/ssh, its / as it sees it.
  [[nodiscard]] std::filesystem::path ssh_folder(const std::string& host) const;
  /// The hosts file of the tool.
  [[nodiscard]] const std::string& hosts_file() const { return hosts_file_; }
  [[nodiscard]] const std::string& address_of(const std::string& host) const;

  /// Processes of a host whose command line holds this text, by our numbers.
  [[nodiscard]] std::vector<pid_t> processes(const std::string& host,
                                             const std::string& text) const;
  /// What is on the hosts that was not there when the cluster came up, a line each: processes
  /// (those of sshd left out), files in /tmp, /dev/shm and /run, listeners, shared memory.
  [[nodiscard]] std::vector<std::string> left() const;
  /// Waits until nothing is left; what still is.
  [[nodiscard]] std::vector<std::string> left_after(Milliseconds patience) const;

 private:
  Cluster() = default;
  [[nodiscard]] std::vector<std::string> tool_words(std::vector<std::string> words) const;
  [[nodiscard]] std::set<std::string> contents(const std::string& host) const;
  [[nodiscard]] pid_t first_process(const std::string& host) const;

  std::filesystem::path folder_;  // empty: moved from
  std::string hosts_file_;
  std::vector<std::string> hosts_, addresses_;
  std::set<std::string> at_first_;
};

/// The one of this test program; it is up while tests run.
const Cluster& cluster();

}  // namespace dps::end_to_end
