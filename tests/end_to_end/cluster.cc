#include "cluster.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/file_text.h"

namespace dps::end_to_end {

namespace fs = std::filesystem;

namespace {

fs::path make_folder(const char* name) {
  std::string pattern = (fs::temp_directory_path() / name).string() + ".XXXXXX";
  return mkdtemp(pattern.data()) != nullptr ? fs::path(pattern) : fs::path();
}

/// The child after fork(). Calls only functions that are safe between fork() and exec().
[[noreturn]] void become(std::vector<char*>& argv, const fs::path& folder) {
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDONLY);
  const int out = open((folder / "out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  const int err = open((folder / "err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(nothing, 0);
  dup2(out, 1);
  dup2(err, 2);
  execvp(argv[0], argv.data());
  _exit(127);
}

/// The listening sockets in the network namespace of a process.
/// Source: proc(5): a line of /proc/net/tcp is "sl local_address rem_address st …"; 0A is LISTEN.
std::set<std::string> listeners(pid_t of) {
  std::set<std::string> found;
  for (const char* table : {"tcp", "tcp6", "udp"}) {
    std::ifstream in("/proc/" + std::to_string(of) + "/net/" + table);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      std::istringstream words(line);
      std::string slot;
      std::string local;
      std::string remote;
      std::string state;
      words >> slot >> local >> remote >> state;
      if (state == "0A" || std::string(table) == "udp") {
        found.insert("listener " + std::string(table) + " " + local);
      }
    }
  }
  return found;
}

}  // namespace

void pause_briefly() {
  std::this_thread::sleep_for(Milliseconds(5));
}

// --- commands ------------------------------------------------------------------------------------

Running::Running(const std::vector<std::string>& words)
    : folder_(make_folder("dps-running")), started_(std::chrono::steady_clock::now()) {
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words) {
    argv.push_back(const_cast<char*>(word.c_str()));
  }
  argv.push_back(nullptr);
  pid_ = fork();
  if (pid_ == 0) {
    become(argv, folder_);
  }
}

Running::~Running() {
  if (is_running()) {
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

bool Running::is_running() {
  int status = 0;
  if (pid_ > 0 && waitpid(pid_, &status, WNOHANG) == pid_) {
    status_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    pid_ = -1;
  }
  return pid_ > 0;
}

Running::Finished Running::wait(Milliseconds timeout) {
  eventually(timeout, [this] { return !is_running(); });
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - started_;
  return {is_running() ? -1 : status_, out(), err(), passed.count()};
}

void Running::resume() const {
  if (pid_ > 0) {
    kill(-pid_, SIGCONT);
  }
}

std::string Running::out() const {
  return file_text(folder_ / "out");
}

std::string Running::err() const {
  return file_text(folder_ / "err");
}

// --- the cluster ---------------------------------------------------------------------------------

std::vector<std::string> Cluster::tool_words(std::vector<std::string> words) const {
  words.insert(words.begin(),
               {"env", "DPS_CLUSTER_DIR=" + (folder_ / "state").string(), DPS_CLUSTER_TOOL});
  return words;
}

std::optional<Cluster> Cluster::up(const std::string& configuration) {
  Cluster made;
  made.folder_ = make_folder("dps-cluster-test");
  const fs::path file = made.folder_ / "configuration";
  std::ofstream(file) << configuration << "share " << DPS_PROGRAMS << "\nshare " << DPS_SOURCE_DIR
                      << "/examples\n";
  Running tool(made.tool_words({"up", "--config", file.string()}));
  if (const auto done = tool.wait(); done.status != 0) {
    std::fprintf(stderr, "there is no cluster for these tests:\n%s", done.err.c_str());
    return std::nullopt;
  }
  std::istringstream rows(file_text(made.folder_ / "state/hosts"));
  for (std::string row; std::getline(rows, row);) {
    std::istringstream words(row);
    words >> made.hosts_.emplace_back() >> made.addresses_.emplace_back();
  }
  Running list(made.tool_words({"dps-hostfile"}));
  made.hosts_file_ = made.write_file("hosts", list.wait().out);
  for (const std::string& host : made.hosts_) {
    made.at_first_.merge(made.contents(host));
  }
  return made;
}

Cluster::Cluster(Cluster&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      hosts_file_(std::move(other.hosts_file_)),
      hosts_(std::move(other.hosts_)),
      addresses_(std::move(other.addresses_)),
      at_first_(std::move(other.at_first_)) {}

Cluster::~Cluster() {
  if (!folder_.empty()) {
    Running(tool_words({"down"})).wait();
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
}

std::vector<std::string> Cluster::on(const std::string& host,
                                     std::vector<std::string> words) const {
  words.insert(words.begin(), {"exec", host});
  return tool_words(std::move(words));
}

std::vector<std::string> Cluster::dps(std::vector<std::string> words,
                                      const std::string& host) const {
  words.insert(words.begin(), DPS_PROGRAMS "/dps");
  return on(host, std::move(words));
}

void Cluster::tool(const std::string& verb, const std::string& host) const {
  const auto done = Running(tool_words({verb, host})).wait();
  EXPECT_EQ(done.status, 0) << verb << " " << host << ": " << done.err;
}

std::string Cluster::shared(const std::string& name) const {
  return (folder_ / "state/shared" / name).string();
}

std::string Cluster::write_file(const std::string& name, const std::string& text) const {
  const std::string path = shared(name);
  std::ofstream(path) << text;
  return path;
}

fs::path Cluster::ssh_folder(const std::string& host) const {
  return folder_ / "state/host" / host / "ssh";
}

const std::string& Cluster::address_of(const std::string& host) const {
  const auto found = std::find(hosts_.begin(), hosts_.end(), host);
  return addresses_.at(static_cast<std::size_t>(found - hosts_.begin()));
}

pid_t Cluster::first_process(const std::string& host) const {
  std::istringstream words(file_text(folder_ / "state/host" / host / "pid"));
  pid_t pid = -1;
  words >> pid;
  return pid;
}

std::vector<pid_t> Cluster::processes(const std::string& host, const std::string& text) const {
  std::error_code error;
  const fs::path proc("/proc");
  const fs::path space =
      fs::read_symlink(proc / std::to_string(first_process(host)) / "ns/pid", error);
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator(proc, error)) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos ||
        fs::read_symlink(entry.path() / "ns/pid", error) != space || error) {
      continue;
    }
    std::string line = file_text(entry.path() / "cmdline");
    std::replace(line.begin(), line.end(), '\0', ' ');
    if (line.find(text) != std::string::npos) {
      found.push_back(std::stoi(name));
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::set<std::string> Cluster::contents(const std::string& host) const {
  const pid_t first = first_process(host);
  const fs::path root = "/proc/" + std::to_string(first) + "/root";
  std::set<std::string> found;
  std::error_code error;
  if (!fs::exists(root / "proc", error)) {
    return found;  // the host has been killed
  }
  for (const std::string& listener : listeners(first)) {
    found.insert(host + ": " + listener);
  }
  for (const char* folder : {"tmp", "dev/shm", "run"}) {
    for (const auto& entry : fs::directory_iterator(root / folder, error)) {
      found.insert(host + ": /" + folder + "/" + entry.path().filename().string());
    }
  }
  for (const pid_t pid : processes(host, "")) {
    const fs::path process = fs::path("/proc") / std::to_string(pid);
    const std::string name = file_text(process / "comm");
    std::string line = file_text(process / "cmdline");
    std::replace(line.begin(), line.end(), '\0', ' ');
    const bool is_of_tool = line.find(" __host ") != std::string::npos || line == "sleep 0.5 ";
    if (!line.empty() && !is_of_tool && name != "sshd\n" && name != "sshd-session\n") {
      found.insert(host + ": process " + std::to_string(pid) + " " + line);
    }
  }
  return found;
}

std::vector<std::string> Cluster::left() const {
  std::vector<std::string> found;
  for (const std::string& host : hosts_) {
    for (const std::string& one : contents(host)) {
      if (!at_first_.contains(one)) {
        found.push_back(one);
      }
    }
  }
  return found;
}

std::vector<std::string> Cluster::left_after(Milliseconds timeout) const {
  std::vector<std::string> found;
  eventually(timeout, [&] { return (found = left()).empty(); });
  return found;
}

}  // namespace dps::end_to_end
