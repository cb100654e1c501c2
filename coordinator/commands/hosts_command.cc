// dps hosts: lists the hosts as the terrain matching sees them.
#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/agents/host_survey.h"
#include "coordinator/cli/ask_hosts.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/host_choice.h"
#include "coordinator/commands/commands.h"
#include "coordinator/commands/hosts_check.h"
#include "coordinator/launch/ssh_launcher.h"
#include "terrain/constraints.h"

namespace dps::coordinator {
namespace {

using Row = std::array<std::string, 5>;

/// For all hosts of --check together.
constexpr std::chrono::milliseconds kTimeout{14'000};

Row row_of(const Host& host) {
  return {host.name, host.type.empty() ? "-" : printable(host.type), fmt::format("{}", host.speed),
          host.cores ? fmt::format("{}", *host.cores) : "-",
          host.memory ? terrain::memory_text(*host.memory) : "-"};
}

/// Aligned columns: words to the left, numbers to the right.
std::string table(const std::vector<Row>& rows) {
  std::array<std::size_t, 5> widths{};
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], printed_width(row[i]));
    }
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - printed_width(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (i < 2 ? row[i] + blanks : blanks + row[i]);
    }
    text += line + "\n";
  }
  return text;
}

/// Starts agents over ssh only, although mpirun and PVM reach the hosts in other ways.
ExitStatus check_hosts(const HostChoice& choice) {
  std::signal(SIGPIPE, SIG_IGN);
  SshLauncher launcher;
  const auto surveyed = survey_hosts(choice.hosts, launcher, kTimeout);
  const bool is_well = std::all_of(surveyed.begin(), surveyed.end(),
                                   [](const auto& host) { return host.trouble.empty(); });
  return print_output(survey_text(choice.hosts, surveyed),
                      is_well ? ExitStatus::kDone : ExitStatus::kFailed);
}

}  // namespace

ExitStatus hosts_command(const CommandLine& line) {
  const auto choice = choose_hosts(line, host_environment());
  if (!choice) {
    fmt::print(stderr, "{}", choice.error().text);
    return ExitStatus::kInputWrong;
  }
  if (choice->hosts.empty()) {
    return print_error(
        "there are no hosts: everything runs on this machine; name them with --hosts "
        "FILE|NODESET, in $DPS_HOSTS, or in ~/.config/dps/hosts",
        ExitStatus::kInputWrong);
  }
  if (line.try_hosts) {
    return check_hosts(*choice);
  }
  const AskedHosts asked = ask_hosts(choice->hosts);
  for (const std::string& trouble : asked.troubles) {
    fmt::print(stderr, "dps: warning: {}\n", trouble);
  }
  std::vector<Row> rows{{"NAME", "TYPE", "SPEED", "CORES", "MEMORY"}};
  rows.reserve(asked.hosts.size() + 1);
  for (const Host& host : asked.hosts) {
    rows.push_back(row_of(host));
  }
  return print_output(table(rows),
                      asked.troubles.empty() ? ExitStatus::kDone : ExitStatus::kFailed);
}

}  // namespace dps::coordinator
