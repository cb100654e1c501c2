#include "simulator/pvm/pvm_logins.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "base/environment.h"
#include "simulator/pvm/pvm_login.h"
#include "simulator/pvm/unix_socket.h"
#include "transport/control/stream_io.h"

namespace dps::simulator {

Result<PvmLogins> PvmLogins::in(const std::string& folder, const std::string& program) {
  const std::string path = folder + "/logins";
  Descriptor listener = listen_unix_socket(path);
  if (!listener.is_open()) {
    return failure(ErrorCode::kSystem, "cannot make " + path + ": " + std::strerror(errno));
  }
  setenv(kUsersLoginVariable, environment_variable(kLoginVariable, "ssh").c_str(), 1);
  setenv(kLoginSocketVariable, path.c_str(), 1);
  setenv(kLoginVariable, program.c_str(), 1);
  return PvmLogins(std::move(listener));
}

void PvmLogins::watch(std::vector<pollfd>& watched) const {
  watched.push_back({listener_.get(), POLLIN, 0});
  for (const LoginConnection& login : logins_) {
    watched.push_back({login.socket.get(), POLLIN, 0});
  }
}

std::vector<control::LostProcess> PvmLogins::take() {
  for (Descriptor login = accept_connection(listener_); login.is_open();
       login = accept_connection(listener_)) {
    logins_.push_back({std::move(login)});
  }
  std::vector<control::LostProcess> lost;
  std::erase_if(logins_, [&](LoginConnection& login) { return !read(login, lost); });
  return lost;
}

/// Returns false if the login has ended.
bool PvmLogins::read(LoginConnection& login, std::vector<control::LostProcess>& lost) {
  std::array<std::byte, 4096> buffer{};
  auto outcome = control::Transfer::kSome;
  while (outcome == control::Transfer::kSome) {
    outcome = control::read_into(login.lines, login.socket.get(), buffer);
    for (auto line = login.lines.next(); line; line = login.lines.next()) {
      take_line(login, *line, lost);
    }
  }
  const bool has_ended = outcome == control::Transfer::kEnd;
  if (has_ended && !login.host.empty() && !login.is_settled) {
    lost.push_back({control::LaunchRole::kLogin, login.host});
  }
  return !has_ended;
}

void PvmLogins::take_line(LoginConnection& login, const std::string& line,
                          std::vector<control::LostProcess>& lost) {
  if (line.starts_with(kStartedLine)) {
    login.host = line.substr(kStartedLine.size());
  } else if (line == kAgentLine) {
    login.is_settled = true;
  } else if (auto report = control::parse_lost_process(line)) {
    login.is_settled = true;
    lost.push_back(*std::move(report));
  }
}

}  // namespace dps::simulator
