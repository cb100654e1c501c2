#include "simulator/pvm/pvm_login.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/environment.h"
#include "control/launch_reports.h"
#include "control/stream_io.h"
#include "simulator/guard/command.h"

namespace dps::simulator {
namespace {

// Environment variables.
constexpr const char* kLogin = "PVM_RSH";               // PVM executes its value instead of rsh
constexpr const char* kUsersLogin = "DPS_PVM_LOGIN";    // the user's PVM_RSH, or ssh
constexpr const char* kReportFile = "DPS_PVM_REPORTS";  // the path of the FIFO
/// The option of pvmd that precedes PVM's name for the host.
constexpr std::string_view kHostOption = "-n";

/// PVM's name for the host in "HOST … …/dps-simulator-pvm -s -d0x0 -nnode3 …". The command may be
/// one word or several.
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

void report_death(const std::string& host, const std::string& path) {
  const Descriptor fifo(open(path.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
  if (fifo.is_open()) {  // not open: the virtual machine has ended
    control::write_line(fifo.get(),
                        control::to_line(control::LostProcess{control::LaunchRole::kPvmd, host}));
  }
}

}  // namespace

Result<PvmLogins> PvmLogins::in(const std::string& folder, const std::string& program) {
  const std::string path = folder + "/reports";
  Descriptor fifo;
  if (mkfifo(path.c_str(), S_IRUSR | S_IWUSR) == 0) {
    // Also opened for writing, so that the end of a login does not cause an end of file.
    fifo = Descriptor(open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
  }
  if (!fifo.is_open()) {
    return failure(ErrorCode::kSystem, "cannot make " + path + ": " + std::strerror(errno));
  }
  const std::string users = environment_variable(kLogin);
  setenv(kUsersLogin, users.empty() ? "ssh" : users.c_str(), 1);
  setenv(kReportFile, path.c_str(), 1);
  setenv(kLogin, program.c_str(), 1);
  return PvmLogins(std::move(fifo));
}

std::string PvmLogins::read_lines() const {
  std::string text;
  std::array<std::byte, 4096> buffer{};
  for (auto read = control::read_once(reports_.get(), buffer);
       read.outcome == control::Transfer::kSome;
       read = control::read_once(reports_.get(), buffer)) {
    text.append(reinterpret_cast<const char*>(read.bytes.data()), read.bytes.size());
  }
  return text;
}

void forget_pvm_logins() {
  if (const std::string users = environment_variable(kUsersLogin); !users.empty()) {
    setenv(kLogin, users.c_str(), 1);
  }
  unsetenv(kUsersLogin);
  unsetenv(kReportFile);
}

bool is_pvm_login(std::string_view first_word) {
  return !first_word.empty() && first_word[0] != '-' && !environment_variable(kUsersLogin).empty();
}

int run_pvm_login(std::vector<std::string> words) {
  const std::string reports = environment_variable(kReportFile);
  const std::string host = host_in(words);
  words.insert(words.begin(), environment_variable(kUsersLogin));
  forget_pvm_logins();
  const int status = run_command(words);
  if (status == kDaemonHasDied) {
    report_death(host, reports);
  }
  return status;
}

}  // namespace dps::simulator
