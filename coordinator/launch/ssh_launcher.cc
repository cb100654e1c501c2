#include "coordinator/launch/ssh_launcher.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "coordinator/launch/known_errors.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {
namespace {

constexpr std::string_view kNotThere = "dps is not there";  // kFindSimulator prints it
/// Runs under any login shell: executes the first argument that is a program, else the simulator
/// beside a dps in PATH. It contains no single quote.
constexpr std::string_view kFindSimulator =
    R"(for f; do [ -x "$f" ] && exec "$f" --agent; done; )"
    R"(d=$(command -v dps) && d=$(readlink -f "$d") && d=${d%/*}/dps-simulator && )"
    R"([ -x "$d" ] && exec "$d" --agent; )"
    R"(echo "dps is not there: neither $* nor a dps in PATH" >&2; exit 127)";

constexpr std::array kSimulatorErrors{KnownError{
    kNotThere, "install dps {1} on {0}, at the same path as here or in the PATH of its logins"}};

}  // namespace

std::string shell_quoted(const std::string& word) {
  std::string quoted = "'";
  for (const char c : word) {
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return quoted + "'";
}

std::vector<std::string> ssh_words(const Host& host, const std::string& program) {
  std::string command = fmt::format("exec sh -c '{}' sh", kFindSimulator);
  std::string_view folders = host.program_path;  // a:b
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    if (!folder.empty()) {
      command += " " + shell_quoted(std::string(folder) + "/dps-simulator");
    }
  }
  if (host.program_path.empty()) {
    command += " " + shell_quoted(program);
  }
  // Source: docs/reliability.md, S2. ssh uses the first value of an option, so these override the
  // user's configuration; none of them concerns host keys or the way to log in. dps must not own a
  // connection that others share (ControlMaster), since it ends its own.
  std::vector<std::string> words{"ssh", "-T", "-x"};
  for (const char* option :
       {"BatchMode=yes", "ConnectTimeout=10", "ServerAliveInterval=5", "ServerAliveCountMax=3",
        "ControlMaster=no", "ClearAllForwardings=yes", "RemoteCommand=none"}) {
    words.insert(words.end(), {"-o", option});
  }
  if (!host.login.empty()) {
    words.insert(words.end(), {"-l", host.login});
  }
  words.insert(words.end(), {"--", host.name, command});
  return words;
}

Result<LaunchedAgent> SshLauncher::start(const Host& host) {
  const auto program = simulator_program(program_);
  if (!program) {
    return tl::unexpected(program.error());
  }
  return start_child(ssh_words(host, *program), ChildFate::kEndsWithDps);
}

LaunchVerdict SshLauncher::judge(const Host& host, const std::string& words) const {
  const KnownError* const error =
      find_known_error(words, {kSimulatorErrors, login_errors(), refused_logins()});
  return error != nullptr ? verdict_on(error, host.name)
                          : LaunchVerdict{false, fmt::format(kTryByHand, host.name)};
}

}  // namespace dps::coordinator
