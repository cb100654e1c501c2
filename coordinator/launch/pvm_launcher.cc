#include "coordinator/launch/pvm_launcher.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/version.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {
namespace {

/// The bridge ends the agents of all hosts and halts its virtual machine.
constexpr std::chrono::milliseconds kBridgePatience{6'000};
constexpr int kConfigMs = 10'000;

struct Saying {
  std::string_view words;
  std::string_view next_step;  ///< {0}: the host, {1}: our version
};

constexpr std::string_view kWhoKilled =
    "look there for who killed it; if nobody did, the kernel may have been out of memory (dmesg)";

constexpr std::array kSayings{
    Saying{"PVM refuses to run as root", ""},
    Saying{"PVM_ALLOW_ROOT",
           "PVM on {0} refuses to run as root: set PVM_ALLOW_ROOT=1 in root's "
           "environment there, or run dps as another user"},
    Saying{"Host key verification failed",
           "log in once by hand (ssh {0}) and compare its key: dps accepts none by itself"},
    Saying{"Permission denied",
           "'ssh {0} true' must work without a question: put your key there (ssh-copy-id) or into "
           "your agent (ssh-add)"},
    Saying{"Could not resolve hostname",
           "look for a misspelt name in the hosts file, or give it a HostName in ~/.ssh/config"},
    Saying{"No such file or directory", "install dps {1}, with PVM, on {0} where it is here"},
    Saying{"not found", "install dps {1}, with PVM, on {0} where it is here"},
    Saying{"cannot execute", "install PVM on {0} (Debian: pvm)"},
    Saying{"PvmCantStart", "try 'ssh {0} true': it must work without a question, and PVM be there"},
    Saying{"PvmIPLoopback", "give this machine a name in /etc/hosts that is not 127.0.x.x"},
    Saying{"PvmNoHost", "look for a misspelt name in the hosts file"},
    Saying{"does not start", "install PVM here (Debian: pvm), and look into what it says"},
    Saying{"PVM has lost its daemon", "look whether {0} is up, and who deleted it from PVM"},
    Saying{"has died", kWhoKilled},
    Saying{"was killed by signal", kWhoKilled},
    Saying{"(pvmd) of", "somebody has halted PVM; look into its log, /tmp/pvml.<uid>"},
};

/// Because of which host all has ended: the one whose daemon is named, else this machine, where the
/// bridge and the first daemon are; nothing, if it is not among the hosts.
std::optional<std::uint32_t> culprit_of(const TrunkEnd& end, const std::vector<Host>& hosts) {
  const auto named = std::find_if(hosts.begin(), hosts.end(), [&](const Host& host) {
    return end.words.find("(pvmd) of " + host.name + " ") != std::string::npos;
  });
  const auto found =
      named != hosts.end() ? named : std::find_if(hosts.begin(), hosts.end(), is_this_machine);
  return found == hosts.end() ? std::nullopt
                              : std::optional(static_cast<std::uint32_t>(found - hosts.begin()));
}

void blame(const std::vector<Host>& hosts, TrunkOptions& options) {
  options.culprit = [hosts](const TrunkEnd& end) { return culprit_of(end, hosts); };
  options.explain = [hosts](std::uint32_t host, const TrunkEnd& end) {
    const auto culprit = culprit_of(end, hosts);
    return culprit.value_or(host) == host ? explain_end(end)
                                          : "PVM has ended, because of " + hosts[*culprit].name;
  };
}

/// All that the child prints, if it does so in time.
Result<std::string> output_of(const LaunchedAgent& child) {
  std::string text;
  std::string words;
  std::array<char, 4096> piece{};
  std::array<pollfd, 2> watched{{{child.output.get(), POLLIN, 0}, {child.errors.get(), POLLIN, 0}}};
  while ((watched[0].fd >= 0 || watched[1].fd >= 0) && poll(watched.data(), 2, kConfigMs) > 0) {
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].revents == 0) {
        continue;
      }
      const ssize_t count = read(watched[i].fd, piece.data(), piece.size());
      if (count <= 0) {
        watched[i].fd = -1;
      } else {
        (i == 0 ? text : words).append(piece.data(), static_cast<std::size_t>(count));
      }
    }
  }
  kill(-child.pid, SIGKILL);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || text.empty()) {
    return failure(ErrorCode::kSystem,
                   "the virtual machine of PVM that is up does not tell its "
                   "hosts: " +
                       printable(words));
  }
  return text;
}

/// PVM 3.4 keeps addresses in 32 bits.
Result<void> look_at_addresses(const Placement& placement) {
  for (const Host& host : placement.hosts) {
    const std::string& address = host.address_given ? host.address : host.name;
    if (address.find(':') != std::string::npos) {
      return failure(ErrorCode::kInput,
                     fmt::format("PVM reaches hosts by IPv4 only, not '{}'; give the host an "
                                 "address of IPv4, or take --launcher ssh",
                                 printable(address)));
    }
  }
  return {};
}

}  // namespace

PvmLauncher::PvmLauncher(std::string program)
    : program_(std::move(program)), daemon_(find_pvm_daemon()) {}

Result<std::string> PvmLauncher::find_program() const {
  auto program = simulator_program(program_, "-pvm");
  if (program && access(program->c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem,
                   "this build of dps has no PVM: '" + *program +
                       "' is missing; build dps where PVM is (Debian: pvm, pvm-dev)");
  }
  return program;
}

Result<std::vector<Host>> PvmLauncher::own_hosts() {
  std::vector<Host> hosts;
  if (daemon_.state != PvmState::kUp) {
    return hosts;
  }
  const auto program = find_program();
  auto child = program ? start_child({*program, "--config"}) : tl::unexpected(program.error());
  const auto text = child ? output_of(*child) : tl::unexpected(child.error());
  if (!text) {
    return tl::unexpected(text.error());
  }
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    auto host = parse_pvm_host(line);
    if (!host) {
      return tl::unexpected(host.error());
    }
    hosts.push_back(*std::move(host));
  }
  return hosts;
}

std::vector<std::string> PvmLauncher::notes() const {
  if (daemon_.state != PvmState::kDead) {
    return {};
  }
  return {
      fmt::format("'{0}' is left of a PVM daemon that is dead, and keeps PVM from starting again "
                  "(rm {0}); this run has a virtual machine of its own",
                  daemon_.address_file)};
}

Result<void> PvmLauncher::prepare(const Placement& placement) {
  if (auto looked = look_at_addresses(placement); !looked) {
    return looked;
  }
  const auto program = find_program();
  if (!program) {
    return tl::unexpected(program.error());
  }
  const bool own = daemon_.state != PvmState::kUp;
  is_here_ = std::all_of(placement.hosts.begin(), placement.hosts.end(), is_this_machine);
  auto child = start_child({*program, "--bridge", own ? "own" : "guest"});
  if (!child) {
    return tl::unexpected(child.error());
  }
  TrunkOptions options;
  options.hosts = static_cast<std::uint32_t>(placement.hosts.size());
  options.patience = kBridgePatience;
  blame(placement.hosts, options);
  auto trunk = Trunk::start(*std::move(child), std::move(options));
  if (!trunk) {
    return tl::unexpected(trunk.error());
  }
  trunk_ = *std::move(trunk);
  trunk_->say("program " + *program);
  for (const Host& host : placement.hosts) {
    trunk_->say("host " + pvm_host_line(host, *program));
    waiting_.push_back(host.name);
  }
  trunk_->say("start");
  return {};
}

Result<LaunchedAgent> PvmLauncher::start(const Host& host) {
  const auto at = std::find(waiting_.begin(), waiting_.end(), host.name);
  if (!trunk_ || at == waiting_.end()) {
    return failure(ErrorCode::kSystem, "PVM was not told of '" + printable(host.name) + "'");
  }
  at->clear();  // of two hosts of one name the second is next
  return trunk_->agent(static_cast<std::uint32_t>(at - waiting_.begin()));
}

LaunchVerdict PvmLauncher::judge(const Host& host, const std::string& words) const {
  for (const Saying& saying : kSayings) {
    if (words.find(saying.words) != std::string::npos) {
      return {false, fmt::format(fmt::runtime(saying.next_step), host.name, dps_version())};
    }
  }
  return {};
}

std::string pvm_host_line(const Host& host, const std::string& program) {
  std::string line = host.name;
  if (!host.program_path.empty()) {
    line += fmt::format(" dx={} ep={}", path_on(host, program), host.program_path);
  }
  if (!host.login.empty()) {
    line += " lo=" + host.login;
  }
  if (host.speed != 1000) {
    line += " sp=" + std::to_string(host.speed);
  }
  if (host.address_given) {
    line += " ip=" + host.address;
  }
  return line;
}

Result<Host> parse_pvm_host(const std::string& line) {
  std::istringstream words(line);
  Host host;
  std::string rest;
  if (!(words >> host.name >> host.type >> host.speed) || words >> rest) {
    return failure(ErrorCode::kProtocol, "PVM told of a host as '" + printable(line) + "'");
  }
  host.address = host.name;
  return host;
}

}  // namespace dps::coordinator
