#include "commands/groups/host_options.h"

#include <array>
#include <string_view>

#include <fmt/format.h>

#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 4> kLaunchers{"local", "ssh", "mpi", "pvm"};
constexpr std::array<std::string_view, 3> kTransports{"tcp", "mpi", "pvm"};
constexpr std::array<std::string_view, 2> kBindings{"none", "core"};
constexpr std::array<std::string_view, 2> kWaits{"block", "spin"};

Option launcher_option(HostOptions& given) {
  return {"--launcher",
          "",
          {"NAME", ValueKind::kText, "", kLaunchers},
          "How processes are started: local, ssh, mpi or pvm (default: ssh with "
          "hosts, else local)",
          into(given.launcher)};
}

Option transport_option(HostOptions& given) {
  return {"--transport",
          "",
          {"NAME", ValueKind::kText, "", kTransports},
          "The transport of the messages: tcp (the default), mpi or pvm",
          into(given.transport)};
}

Option bind_option(HostOptions& given) {
  return {"--bind",
          "",
          {"TO", ValueKind::kText, "", kBindings},
          "Bind each process to a core of its own: core, or none (the default)",
          choice_into(given.bind_to_cores, kBindings)};
}

Option wait_option(HostOptions& given) {
  return {"--wait",
          "",
          {"HOW", ValueKind::kText, "", kWaits},
          "How a process waits for a message: block (it sleeps, the default) or spin (it "
          "polls, as mpi always does)",
          followed_by(choice_into(given.spin, kWaits),
                      [&given](const std::string& /*value*/) { given.wait_given = true; })};
}

}  // namespace

Option hosts_option(HostOptions& given) {
  return {"--hosts",
          "",
          {"FILE|NODESET", ValueKind::kHosts, kHostsFileRole},
          "The hosts: a hosts file, or names such as node[1-4],login",
          [&given](const std::string& value) -> std::string {
            given.hosts = value;
            return value.empty()
                       ? "--hosts: expected a file or hosts such as node[1-4],login, got nothing"
                       : "";
          }};
}

std::vector<Option> all_host_options(HostOptions& given) {
  return {hosts_option(given), launcher_option(given), transport_option(given), bind_option(given),
          wait_option(given)};
}

std::string contradiction_in(const HostOptions& given) {
  if (given.transport != "tcp" && given.launcher != given.transport) {
    const std::string with =
        given.launcher.empty() ? "" : ", not with --launcher " + given.launcher;
    return fmt::format("--transport {0} goes with --launcher {0}{1}; tcp goes with every launcher",
                       given.transport, with);
  }
  if (given.launcher == "local" && !given.hosts.empty()) {
    return "--launcher local runs everything on this machine and goes with no --hosts; ssh, mpi "
           "and pvm run on hosts";
  }
  return given.transport == "mpi" && given.wait_given && !given.spin
             ? "--wait block does not go with --transport mpi, which always polls; --wait spin does"
             : "";
}

}  // namespace dps::commands
