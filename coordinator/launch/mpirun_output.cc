#include "coordinator/launch/mpirun_output.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

#include "base/printable.h"
#include "coordinator/launch/child_words.h"
#include "coordinator/launch/known_errors.h"
#include "coordinator/launch/lost_process.h"

namespace dps::coordinator {
namespace {

constexpr std::size_t kMostLinesQuoted = 3;
constexpr std::string_view kOneOfTheHosts = "on one of the hosts";

constexpr std::string_view kNoOrted = "Open MPI is not installed there";
constexpr std::string_view kInstallOrted = "install the Open MPI version of this machine on {0}";
constexpr std::string_view kNoSimulator = "dps-simulator-mpi is not there";
constexpr std::string_view kInstallSimulator = "install dps {1} on {0}, at the same path as here";
constexpr std::string_view kNoSimulatorSomewhere =
    "dps-simulator-mpi is missing on one of the hosts";
constexpr std::string_view kInstallSomewhere =
    "'dps hosts --check' names the host: install dps {1} there, at the same path as here";

/// Errors of mpirun, of its daemons and of the shells that start them.
constexpr std::array kMpirunErrors{
    KnownError{"attempt to run as root",
               "run dps as an ordinary user; or, if you intend to run as root, set both "
               "OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
               "mpirun refuses to run as root"},
    KnownError{"orted: command not found", kInstallOrted, kNoOrted},
    KnownError{"orted: No such file", kInstallOrted, kNoOrted},
    KnownError{"orted: not found", kInstallOrted, kNoOrted},
    KnownError{"dps-simulator-mpi: No such file", kInstallSomewhere, kNoSimulatorSomewhere},
    KnownError{"dps-simulator-mpi: not found", kInstallSomewhere, kNoSimulatorSomewhere},
    KnownError{"unable to find the specified executable", kInstallSimulator, kNoSimulator},
    KnownError{"could not access\nor execute an executable", kInstallSimulator, kNoSimulator},
    KnownError{"could not access or execute an executable", kInstallSimulator, kNoSimulator},
};

/// An error that follows from others.
constexpr std::string_view kLostContact = "lost communication with a remote daemon";
constexpr std::string_view kNoDaemon = "unable to reliably start one or more daemons";
constexpr std::array kConsequences{
    KnownError{kLostContact, "check whether {0} and the network to it are up",
               "Open MPI has lost its daemon"},
    KnownError{kNoDaemon, "'dps hosts --check' names the host",
               "Open MPI cannot start its daemon (orted), on one of the hosts"},
};

/// The line that contains position `at`.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

bool is_part_of_name(std::string_view text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                              text[at] == '-' || text[at] == '_');
}

/// The position of the name as a word of its own; npos if it does not occur.
std::size_t find_name(std::string_view text, std::string_view name) {
  std::size_t at = text.find(name);
  while (at != std::string_view::npos &&
         ((at > 0 && is_part_of_name(text, at - 1)) || is_part_of_name(text, at + name.size()))) {
    at = text.find(name, at + 1);
  }
  return at;
}

/// The host that is named in `text`; of several the last one, since mpirun names its own host
/// first.
std::optional<std::uint32_t> host_named_in(std::string_view text,
                                           const std::vector<std::string>& hosts) {
  std::optional<std::uint32_t> found;
  std::size_t furthest = 0;
  for (std::uint32_t i = 0; i < hosts.size(); ++i) {
    const std::size_t at = find_name(text, hosts[i]);
    if (at != std::string_view::npos && (!found || at > furthest)) {
      found = i;
      furthest = at;
    }
  }
  return found;
}

/// The output without frames, blank lines, carriage returns and the warnings of Open MPI's
/// components.
std::string without_noise(const std::string& output) {
  std::istringstream in(output);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    const bool is_noise = line.find("PMIX ERROR") != std::string::npos ||
                          line.find("plm:rsh: Warning") != std::string::npos ||
                          line.starts_with("srun: cluster configuration lacks support") ||
                          line.starts_with("----") ||
                          line.find_first_not_of(" \t\r") == std::string::npos;
    if (!is_noise) {
      text += without_line_end(line);
      text += '\n';
    }
  }
  return text;
}

std::string first_lines(const std::string& text) {
  std::istringstream in(text);
  std::string lines;
  std::size_t count = 0;
  for (std::string line; count < kMostLinesQuoted && std::getline(in, line); ++count) {
    lines += (count > 0 ? " " : "") + printable(line);
  }
  return lines;
}

/// The reported process that explains the end of mpirun best. A login only names the host of an
/// error that ssh has printed.
const control::LostProcess* find_cause(const TrunkExit& exit) {
  const auto found = std::find_if(
      exit.lost.begin(), exit.lost.end(),
      [](const control::LostProcess& lost) { return lost.role != control::LaunchRole::kLogin; });
  return found == exit.lost.end() ? nullptr : &*found;
}

std::optional<std::uint32_t> host_of_failed_login(const TrunkExit& exit,
                                                  const std::vector<std::string>& hosts) {
  for (const control::LostProcess& lost : exit.lost) {
    if (lost.role == control::LaunchRole::kLogin) {
      return find_host(lost.host, hosts);
    }
  }
  return std::nullopt;
}

/// The host of a known error: named in its line, else that of a failed login, else named further on
/// where Open MPI names no other hosts.
std::optional<std::uint32_t> host_of(const KnownError& error, std::string_view output,
                                     const TrunkExit& exit, const std::vector<std::string>& hosts) {
  const std::size_t at = output.find(error.words);
  auto host = host_named_in(line_at(output, at), hosts);
  if (!host) {
    host = host_of_failed_login(exit, hosts);
  }
  if (!host && !error.text.ends_with(kOneOfTheHosts)) {
    host = host_named_in(output.substr(at), hosts);
  }
  return host;
}

MpirunFailure explain(const KnownError& error, std::string_view output, const TrunkExit& exit,
                      const std::vector<std::string>& hosts) {
  const std::string_view line = line_at(output, output.find(error.words));
  const auto host = host_of(error, output, exit, hosts);
  return {printable(error.text.empty() ? line : error.text), host,
          verdict_on(&error, host ? hosts[*host] : "each host").next_step};
}

}  // namespace

MpirunFailure explain_mpirun(const TrunkExit& exit, const std::vector<std::string>& hosts) {
  const std::string output = without_noise(exit.errors);
  if (const KnownError* error = find_known_error(output, {kMpirunErrors, login_errors()})) {
    return explain(*error, output, exit, hosts);
  }
  if (const control::LostProcess* lost = find_cause(exit)) {
    return {describe(*lost), find_host(lost->host, hosts), next_step_after(*lost, lost->host)};
  }
  if (const KnownError* error = find_known_error(output, {kConsequences})) {
    return explain(*error, output, exit, hosts);
  }
  const std::string text = first_lines(output);
  const auto host = host_of_failed_login(exit, hosts);
  return {text, host ? host : host_named_in(text, hosts), ""};
}

bool has_lost_daemon(const TrunkExit& exit) {
  const bool is_reported = std::any_of(
      exit.lost.begin(), exit.lost.end(),
      [](const control::LostProcess& lost) { return lost.role == control::LaunchRole::kOrted; });
  return is_reported || find_known_error(exit.errors, {kConsequences}) != nullptr;
}

}  // namespace dps::coordinator
