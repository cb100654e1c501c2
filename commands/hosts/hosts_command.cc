#include "commands/hosts/hosts_command.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"
#include "blueprint/constraint_text.h"
#include "commands/cli/ask_hosts.h"
#include "commands/cli/command_output.h"
#include "commands/cli/host_choice.h"
#include "commands/groups/hosts_file.h"
#include "commands/hosts/hosts_check.h"
#include "commands/options/option.h"
#include "coordinator/agents/host_survey.h"
#include "coordinator/launch/local_launcher.h"
#include "coordinator/launch/ssh_launcher.h"

namespace dps::commands {
namespace {

using HostRow = std::array<std::string, 5>;

/// The memory in the syntax of a hosts file; rounded instead of a long number of bytes.
std::string memory_of(std::uint64_t bytes) {
  constexpr std::uint64_t kUnit = std::uint64_t{1} << 20;
  const bool is_long = bytes >= kUnit && bytes % kUnit != 0;
  return is_long ? format_size(bytes) : blueprint::memory_text(bytes);
}

HostRow row_of(const coordinator::Host& host) {
  return {host.name, host.type.empty() ? "-" : printable(host.type), fmt::format("{}", host.speed),
          host.cores ? fmt::format("{}", *host.cores) : "-",
          host.memory ? memory_of(*host.memory) : "-"};
}

/// Aligned columns: words to the left, numbers to the right.
std::string table(const std::vector<HostRow>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const HostRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], printed_width(row[i]));
    }
  }
  std::string text;
  for (const HostRow& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - printed_width(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i < 2 ? row[i] + blanks : blanks + row[i]);
    }
    text += line + "\n";
  }
  return text;
}

coordinator::Host this_machine() {
  coordinator::Host host;
  host.name = coordinator::kThisMachine;
  return host;
}

/// Agents on other hosts are started over ssh, although mpirun and PVM reach them in other ways.
std::unique_ptr<coordinator::Launcher> launcher_of(bool is_here) {
  if (is_here) {
    return std::make_unique<coordinator::LocalLauncher>();
  }
  return std::make_unique<coordinator::SshLauncher>();
}

ExitStatus check_hosts(const HostsOptions& given, std::span<const coordinator::Host> hosts,
                       coordinator::Launcher& launcher) {
  std::signal(SIGPIPE, SIG_IGN);
  const auto surveyed = coordinator::survey_hosts(hosts, launcher, coordinator::kSurveyTimeout);
  const bool is_well = std::all_of(surveyed.begin(), surveyed.end(),
                                   [](const auto& host) { return host.trouble.empty(); });
  return print_output(given.common, given.output, survey_text(hosts, surveyed),
                      is_well ? ExitStatus::kDone : ExitStatus::kFailed);
}

ExitStatus list_hosts(const HostsOptions& given) {
  if (const auto writable = check_output(given.common, given.output); !writable) {
    return print_error(writable.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const auto choice = choose_hosts(given.hosts, given.common.color, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return ExitStatus::kInputWrong;
  }
  const bool is_here = choice->hosts.empty();
  if (is_here && !given.common.quiet) {
    fmt::print(stderr,
               "dps: note: no hosts are named, so everything runs on this machine; name hosts with "
               "--hosts FILE|NODESET, in $DPS_HOSTS, or in ~/.config/dps/hosts\n");
  }
  const std::vector<coordinator::Host> hosts =
      is_here ? std::vector<coordinator::Host>{this_machine()} : choice->hosts;
  const auto launcher = launcher_of(is_here);
  if (given.try_hosts) {
    return check_hosts(given, hosts, *launcher);
  }
  const AskedHosts asked = ask_hosts(hosts, *launcher);
  for (const std::string& trouble : asked.troubles) {
    print_error(trouble, ExitStatus::kFailed, given.common.color);
  }
  std::vector<HostRow> rows{{"NAME", "TYPE", "SPEED", "CORES", "MEMORY"}};
  rows.reserve(asked.hosts.size() + 1);
  for (const coordinator::Host& host : asked.hosts) {
    rows.push_back(row_of(host));
  }
  return print_output(given.common, given.output, table(rows),
                      asked.troubles.empty() ? ExitStatus::kDone : ExitStatus::kFailed);
}

}  // namespace

Syntax HostsOptions::syntax() {
  Syntax syntax;
  syntax.add(
      {hosts_option(hosts),
       {"--check", "", {}, "Start an agent on each host and report failures", into(try_hosts)},
       text_output_option(output)});
  return syntax;
}

std::string HostsOptions::check() {
  add_hosts_file(hosts, common);
  return "";
}

Command hosts_command() {
  return {"hosts",
          CommandGroup::kMachines,
          "List the hosts as the terrain sees them; without hosts, this machine",
          prepare<HostsOptions, list_hosts>,
          {{"dps hosts --check --hosts 'node[1-4]'", "log in to each, as a run does"}},
          {"nodes", "host"}};
}

}  // namespace dps::commands
