#include "coordinator/launch/ssh_launcher.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/version.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {
namespace {

/// Runs under any login shell: what the arguments name, else the simulator beside a dps in PATH.
/// No single quote may stand in it.
constexpr std::string_view kFindSimulator =
    R"(for f; do [ -x "$f" ] && exec "$f" --agent; done; )"
    R"(d=$(command -v dps) && d=$(readlink -f "$d") && d=${d%/*}/dps-simulator && )"
    R"([ -x "$d" ] && exec "$d" --agent; )"
    R"(echo "dps is not there: neither $* nor a dps in PATH" >&2; exit 127)";

/// What ssh, sshd and the line above say, and what helps. The first that fits counts.
struct Saying {
  std::string_view words;
  bool try_again;
  std::string_view next_step;  ///< {0}: the host, {1}: our version
};

constexpr std::string_view kTryByHand = "'ssh {0} true' must work without a question";
constexpr std::array kSayings{
    Saying{"dps is not there", false,
           "install dps {1} on {0}, where it is here or in the PATH of its logins"},
    Saying{"Host key verification failed", false,
           "log in once by hand (ssh {0}) and compare its key: dps accepts none by itself"},
    Saying{"Permission denied", false,
           "'ssh {0} true' must work without a question: put your key there (ssh-copy-id) or into "
           "your agent (ssh-add)"},
    Saying{"Could not resolve hostname", false,
           "look for a misspelt name in the hosts file, or give it a HostName in ~/.ssh/config"},
    Saying{"Connection refused", false, "look whether sshd runs on {0}"},
    Saying{"during banner exchange", false, "look whether sshd of {0} is well: it does not speak"},
    Saying{"timed out", false, "look whether {0} is up, or leave it out of the hosts"},
    Saying{"No route to host", false, "look whether {0} is up, or leave it out of the hosts"},
    Saying{"unreachable", false, "look whether the network of {0} is up"},
    Saying{"Bad configuration option", false,
           "mend your ~/.ssh/config, or use OpenSSH 7.6 or later"},
    // sshd drops logins by chance when many come at once (MaxStartups).
    Saying{"MaxStartups", true, kTryByHand},
    Saying{"exchange_identification", true, kTryByHand},
    Saying{"Connection closed by", true, kTryByHand},
    Saying{"Connection reset by", true, kTryByHand},
    Saying{"Not allowed at this time", true, kTryByHand},
};

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
  // Source: docs/reliability.md, S2. ssh takes an option's first value: these stand before whatever
  // the user has configured, and none of them is about host keys or how to log in. A connection
  // that others would go on using (ControlMaster) must not be ours to close.
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
  for (const Saying& saying : kSayings) {
    if (words.find(saying.words) != std::string::npos) {
      return {saying.try_again,
              fmt::format(fmt::runtime(saying.next_step), host.name, dps_version())};
    }
  }
  return {false, fmt::format(kTryByHand, host.name)};
}

}  // namespace dps::coordinator
