#include "simulator/pvm/pvm_login.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "simulator/guard/command.h"

namespace dps::simulator {
namespace {

constexpr const char* kLogin = "PVM_RSH";             ///< the variable that PVM looks at
constexpr const char* kUsersLogin = "DPS_PVM_LOGIN";  ///< the variable: ssh, or what he has
constexpr const char* kDiedFile = "DPS_PVM_DIED";     ///< the variable: the FIFO's path
constexpr std::string_view kHostOption = "-n";        ///< of pvmd: what PVM calls the host

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

/// In "HOST … …/dps-simulator-pvm -s -d0x0 -nnode3 …", in one word or many.
std::string host_in(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    std::istringstream parts(word);
    for (std::string part; parts >> part;) {
      if (part.starts_with(kHostOption) && part.size() > kHostOption.size()) {
        return part.substr(kHostOption.size());
      }
    }
  }
  return words.front();
}

/// Nobody reads it when the virtual machine is gone.
void tell_death(const std::string& host, const std::string& path) {
  const Descriptor fifo(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  const std::string line = host + "\n";
  if (fifo.is_open()) {
    static_cast<void>(write(fifo.get(), line.data(), line.size()));
  }
}

}  // namespace

Result<PvmLogins> PvmLogins::in(const std::string& folder, const std::string& program) {
  const std::string path = folder + "/died";
  Descriptor fifo;
  if (mkfifo(path.c_str(), S_IRUSR | S_IWUSR) == 0) {
    // For writing, too: it does not end when a login does.
    fifo = Descriptor(open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  }
  if (!fifo.is_open()) {
    return failure(ErrorCode::kSystem, "cannot make " + path + ": " + std::strerror(errno));
  }
  const std::string users = variable(kLogin);
  setenv(kUsersLogin, users.empty() ? "ssh" : users.c_str(), 1);
  setenv(kDiedFile, path.c_str(), 1);
  setenv(kLogin, program.c_str(), 1);
  return PvmLogins(std::move(fifo));
}

std::vector<std::string> PvmLogins::hosts_that_died() const {
  std::string text;
  std::array<char, 4096> piece{};
  for (ssize_t count = 0; (count = read(died_.get(), piece.data(), piece.size())) > 0;) {
    text.append(piece.data(), static_cast<std::size_t>(count));
  }
  std::vector<std::string> hosts;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    hosts.push_back(line);
  }
  return hosts;
}

void forget_pvm_logins() {
  if (const std::string users = variable(kUsersLogin); !users.empty()) {
    setenv(kLogin, users.c_str(), 1);
  }
  unsetenv(kUsersLogin);
  unsetenv(kDiedFile);
}

bool is_pvm_login(std::string_view first_word) {
  return !first_word.empty() && first_word[0] != '-' && !variable(kUsersLogin).empty();
}

int run_pvm_login(std::vector<std::string> words) {
  const std::string died = variable(kDiedFile);
  const std::string host = host_in(words);
  words.insert(words.begin(), variable(kUsersLogin));
  forget_pvm_logins();
  const int status = run_command(words);
  if (status == kDaemonHasDied) {
    tell_death(host, died);
  }
  return status;
}

}  // namespace dps::simulator
