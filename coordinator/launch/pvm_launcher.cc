#include "coordinator/launch/pvm_launcher.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/host_name.h"
#include "base/printable.h"
#include "coordinator/launch/pvm_output.h"
#include "coordinator/launch/start_child.h"
#include "transport/control/stream_io.h"

namespace dps::coordinator {
namespace {

/// The time that the bridge has to end the agents of all hosts and to halt its virtual machine.
constexpr std::chrono::milliseconds kBridgeGrace{6'000};
constexpr int kConfigMs = 10'000;

/// Returns the standard output of the child until its end or a time limit.
Result<std::string> output_of(const LaunchedAgent& child) {
  std::array<std::string, 2> texts;  // standard output and error
  std::array<std::byte, 4096> buffer{};
  std::array<pollfd, 2> watched{{{child.output.get(), POLLIN, 0}, {child.errors.get(), POLLIN, 0}}};
  while ((watched[0].fd >= 0 || watched[1].fd >= 0) && poll(watched.data(), 2, kConfigMs) > 0) {
    for (std::size_t i = 0; i < watched.size(); ++i) {
      if (watched[i].revents == 0) {
        continue;
      }
      const auto [outcome, bytes] = control::read_once(watched[i].fd, buffer);
      texts[i].append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
      if (outcome == control::Transfer::kEnd) {
        watched[i].fd = -1;
      }
    }
  }
  kill(-child.pid, SIGKILL);
  int status = 0;
  waitpid(child.pid, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || texts[0].empty()) {
    return failure(
        ErrorCode::kSystem,
        "cannot list the hosts of the running virtual machine of PVM: " + printable(texts[1]));
  }
  return texts[0];
}

/// PVM 3.4 keeps addresses in 32 bits.
Result<void> check_addresses(const Placement& placement) {
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
    return failure(ErrorCode::kSystem, "this installation of dps has no PVM: '" + *program +
                                           "' is missing; install the package dps-pvm, or build "
                                           "dps where PVM is (Debian: pvm, pvm-dev)");
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
  return {fmt::format(
      "'{0}' is left from a dead PVM daemon, and PVM does not start until it is deleted "
      "(rm {0}); this run has a virtual machine of its own",
      daemon_.address_file)};
}

Result<void> PvmLauncher::prepare(const Placement& placement) {
  if (auto checked = check_addresses(placement); !checked) {
    return checked;
  }
  const auto program = find_program();
  if (!program) {
    return tl::unexpected(program.error());
  }
  const bool own = daemon_.state != PvmState::kUp;
  is_here_ = std::all_of(placement.hosts.begin(), placement.hosts.end(),
                         [](const Host& host) { return is_this_machine(host.name); });
  auto child = start_child({*program, "--bridge", own ? "own" : "guest"});
  if (!child) {
    return tl::unexpected(child.error());
  }
  TrunkOptions options;
  for (const Host& host : placement.hosts) {
    options.hosts.push_back(host.name);
  }
  options.exit_grace = kBridgeGrace;
  options.culprit = [hosts = options.hosts](const TrunkExit& exit) {
    return pvm_culprit(exit, hosts);
  };
  options.diagnose = [hosts = options.hosts](std::uint32_t host, const TrunkExit& exit) {
    return diagnose_pvm(host, exit, hosts);
  };
  auto trunk = TrunkDemux::start(*std::move(child), std::move(options));
  if (!trunk) {
    return tl::unexpected(trunk.error());
  }
  trunk_ = *std::move(trunk);
  send_order(placement, *program);
  return {};
}

/// Sends the bridge its order (docs/protocol.md, "Over PVM").
void PvmLauncher::send_order(const Placement& placement, const std::string& program) {
  trunk_->send_line("program " + program);
  for (const Host& host : placement.hosts) {
    trunk_->send_line("host " + pvm_host_line(host, program));
  }
  trunk_->send_line("start");
}

Result<LaunchedAgent> PvmLauncher::start(const Host& host) {
  return trunk_ ? trunk_->take_agent(host.name)
                : failure(ErrorCode::kSystem, "PVM has not been started");
}

LaunchVerdict PvmLauncher::judge(const Host& host, const std::string& words) const {
  std::string next_step = trunk_ ? trunk_->next_step(host.name) : "";
  return next_step.empty() ? judge_pvm_words(host.name, words)
                           : LaunchVerdict{false, std::move(next_step)};
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

}  // namespace dps::coordinator
