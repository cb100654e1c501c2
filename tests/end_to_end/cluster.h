/// A cluster of namespaces for end-to-end tests: runs commands on its hosts, makes hosts fail, and
/// lists the processes and files that remain on them (tests/cluster/README.md).
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

/// A program that runs in the background, with its standard output and error in files.
class Running {
 public:
  explicit Running(const std::vector<std::string>& words);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  /// Kills the program if it still runs.
  ~Running();

  struct Finished {
    int status = -1;  ///< exit status, or 128 + signal; -1 if the program still runs
    std::string out, err;
    double seconds = 0;  ///< since the start
  };
  Finished wait(Milliseconds timeout = std::chrono::seconds(60));
  [[nodiscard]] std::string err() const;
  [[nodiscard]] std::string out() const;
  [[nodiscard]] bool is_running();
  /// Sends SIGCONT to the process group: a program may stop itself when its child is stopped.
  void resume() const;

 private:
  pid_t pid_ = -1;
  int status_ = -1;
  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point started_;
};

void pause_briefly();

/// Checks the condition every few milliseconds until it holds or the timeout is over. Returns true
/// if it holds.
template <typename Condition>
bool eventually(Milliseconds timeout, Condition holds) {
  const auto until = std::chrono::steady_clock::now() + timeout;
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
  /// Starts a cluster with this configuration of tests/cluster/cluster. Returns nullopt, after
  /// printing the reason to stderr, if that fails: it needs root, namespaces and some packages.
  static std::optional<Cluster> up(const std::string& configuration);
  Cluster(Cluster&& other) noexcept;
  Cluster& operator=(Cluster&&) = delete;
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;
  ~Cluster();

  /// The command line that runs a command on a host.
  [[nodiscard]] std::vector<std::string> on(const std::string& host,
                                            std::vector<std::string> words) const;
  /// The command line that runs dps on a host.
  [[nodiscard]] std::vector<std::string> dps(std::vector<std::string> words,
                                             const std::string& host = "node1") const;
  /// Executes a command of tests/cluster/cluster for a host: kill, boot, cut, heal.
  void tool(const std::string& verb, const std::string& host) const;

  /// Writes a file in a folder that all hosts share. Returns its path.
  std::string write_file(const std::string& name, const std::string& text) const;
  /// The path of a file in the shared folder.
  [[nodiscard]] std::string shared(const std::string& name) const;
  /// The folder that is /etc/ssh on a host.
  [[nodiscard]] std::filesystem::path ssh_folder(const std::string& host) const;
  /// The path of a hosts file with all hosts and their properties.
  [[nodiscard]] const std::string& hosts_file() const { return hosts_file_; }
  [[nodiscard]] const std::string& address_of(const std::string& host) const;

  /// The processes of a host whose command lines contain this text, in the order of their pids in
  /// the namespace of the test.
  [[nodiscard]] std::vector<pid_t> processes(const std::string& host,
                                             const std::string& text) const;
  /// Everything on the hosts that did not exist when the cluster was started, with a line each:
  /// processes (except those of sshd), files in /tmp, /dev/shm and /run, listeners, shared memory.
  [[nodiscard]] std::vector<std::string> left() const;
  /// Waits until left() is empty, until the timeout. Returns its last value.
  [[nodiscard]] std::vector<std::string> left_after(Milliseconds timeout) const;

 private:
  Cluster() = default;
  [[nodiscard]] std::vector<std::string> tool_words(std::vector<std::string> words) const;
  [[nodiscard]] std::set<std::string> contents(const std::string& host) const;
  [[nodiscard]] pid_t first_process(const std::string& host) const;

  std::filesystem::path folder_;  // empty after a move
  std::string hosts_file_;
  std::vector<std::string> hosts_, addresses_;
  std::set<std::string> at_first_;
};

/// The cluster of this test program, which exists while tests run.
const Cluster& cluster();

}  // namespace dps::end_to_end
