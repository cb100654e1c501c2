#include "coordinator/launch/mpi_launcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "base/printable.h"
#include "base/version.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {
namespace {

constexpr const char* kSecretVariable = "DPS_MPI_SECRET";  // as simulator/mpi_names.h has it
constexpr std::size_t kMostLines = 3;
constexpr std::size_t kInFlight = 32;  // logins at a time, where they end
constexpr const char* kSshOptions =
    "OMPI_MCA_plm_rsh_args=-T -x -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 "
    "-o ServerAliveCountMax=3 -o ControlMaster=no -o ClearAllForwardings=yes";

/// Of the guards of a daemon and of a login (simulator/mpirun_guard.h), and of mpirun.
constexpr std::string_view kLostDaemon = "the daemon of Open MPI (orted) on";
constexpr std::string_view kNoLogin = "there was no login on";
constexpr std::string_view kLostContact = "lost communication with a remote daemon";
constexpr std::string_view kNoDaemon = "unable to reliably start one or more daemons";

/// What mpirun and the ssh below it say, and what helps. The first that fits counts; of the line
/// that has the words the user is shown all.
struct Saying {
  std::string_view words;
  std::string_view text;       ///< empty: the line itself
  std::string_view next_step;  ///< {0}: the host, {1}: our version
};

constexpr std::array kSayings{
    Saying{"attempt to run as root", "mpirun refuses to run as root",
           "run dps as an ordinary user; or, if you mean it, set both OMPI_ALLOW_RUN_AS_ROOT=1 and "
           "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"},
    Saying{"cannot start 'mpirun'", "", "install Open MPI (Debian: openmpi-bin)"},
    Saying{"cannot start 'orted'", "there is no Open MPI on it",
           "install Open MPI on {0}, of the version that is here"},
    Saying{"orted: command not found", "there is no Open MPI on it",
           "install Open MPI on {0}, of the version that is here"},
    Saying{"orted: No such file", "there is no Open MPI on it",
           "install Open MPI on {0}, of the version that is here"},
    Saying{"orted: not found", "there is no Open MPI on it",
           "install Open MPI on {0}, of the version that is here"},
    Saying{"dps-simulator-mpi: No such file", "dps-simulator-mpi is not there, on one of the hosts",
           "install dps {1} where 'dps hosts --check' misses it, at the path that it has here"},
    Saying{"dps-simulator-mpi: not found", "dps-simulator-mpi is not there, on one of the hosts",
           "install dps {1} where 'dps hosts --check' misses it, at the path that it has here"},
    Saying{"unable to find the specified executable", "dps-simulator-mpi is not there",
           "install dps {1} on {0}, at the path that it has here"},
    Saying{"could not access\nor execute an executable", "dps-simulator-mpi is not there",
           "install dps {1} on {0}, at the path that it has here"},
    Saying{"could not access or execute an executable", "dps-simulator-mpi is not there",
           "install dps {1} on {0}, at the path that it has here"},
    Saying{"Host key verification failed", "",
           "log in once by hand (ssh {0}) and compare its key: dps accepts none by itself"},
    Saying{"Permission denied", "",
           "'ssh {0} true' must work without a question: put your key there (ssh-copy-id) or into "
           "your agent (ssh-add)"},
    Saying{"Could not resolve hostname", "",
           "look for a misspelt name in the hosts file, or give it a HostName in ~/.ssh/config"},
    Saying{"No route to host", "", "look whether {0} is up, or leave it out of the hosts"},
    Saying{"onnection timed out", "", "look whether {0} is up, or leave it out of the hosts"},
    Saying{"Connection refused", "", "look whether sshd runs on {0}"},
    Saying{kLostDaemon, "", "look who has killed it on {0}; the kernel does for want of memory"},
    Saying{kLostContact, "Open MPI has lost its daemon",
           "look whether {0} and the way to it are up"},
    Saying{kNoDaemon, "Open MPI cannot start its daemon (orted), on one of the hosts",
           "look which it is ('dps hosts --check')"},
};

/// Open MPI ends then, and now and then does not.
bool loses_daemon(std::string_view line) {
  constexpr std::array kLosses{kLostDaemon, kNoDaemon, kLostContact};
  return std::any_of(kLosses.begin(), kLosses.end(), [&](std::string_view words) {
    return line.find(words) != std::string_view::npos;
  });
}

/// The line in which `at` stands.
std::string_view line_at(std::string_view text, std::size_t at) {
  const std::size_t before = text.rfind('\n', at);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

bool is_part_of_name(std::string_view text, std::size_t at) {
  return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                              text[at] == '-' || text[at] == '_');
}

/// Where the name stands as a word of its own; npos: nowhere.
std::size_t find_name(std::string_view text, std::string_view name) {
  std::size_t at = text.find(name);
  while (at != std::string_view::npos &&
         ((at > 0 && is_part_of_name(text, at - 1)) || is_part_of_name(text, at + name.size()))) {
    at = text.find(name, at + 1);
  }
  return at;
}

/// The host named in `text`; of several the last, since mpirun names its own host first.
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

/// The lines that say something: no frames, no noise of Open MPI's parts.
std::string without_noise(const std::string& words) {
  std::istringstream in(words);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    const bool is_noise = line.find("PMIX ERROR") != std::string::npos ||
                          line.find("plm:rsh: Warning") != std::string::npos ||
                          line.starts_with("srun: cluster configuration lacks support") ||
                          line.starts_with("----") ||
                          line.find_first_not_of(" \t\r") == std::string::npos;
    text += is_noise ? "" : line + "\n";
  }
  return text;
}

std::string first_lines(const std::string& text) {
  std::istringstream in(text);
  std::string lines;
  std::size_t count = 0;
  for (std::string line; count < kMostLines && std::getline(in, line); ++count) {
    lines += (count > 0 ? " " : "") + printable(line);
  }
  return lines;
}

bool is_in_path(const char* program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "/usr/bin:/bin");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (!folder.empty() && access((folder + "/" + program).c_str(), X_OK) == 0) {
      return true;
    }
  }
  return false;
}

/// Open MPI and shells take it as one word as it is.
bool is_plain(const std::string& word) {
  constexpr std::string_view kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789/._+-";
  return word.find_first_not_of(kPlain) == std::string::npos;
}

bool is_at_one_path(const Placement& placement, const std::string& program) {
  return std::all_of(placement.hosts.begin(), placement.hosts.end(),
                     [&](const Host& host) { return path_on(host, program) == program; });
}

bool all_here(const Placement& placement) {
  return std::all_of(placement.hosts.begin(), placement.hosts.end(), is_this_machine);
}

/// How Open MPI reaches other hosts; as words that it splits at blanks.
std::string way_to_hosts(const Placement& placement, const std::string& program) {
  if (!is_plain(program)) {
    return "ssh";
  }
  std::string way = program + " --way";
  for (const Host& host : placement.hosts) {
    if (!host.login.empty()) {
      way += fmt::format(" --login {} {}", host.name, host.login);
    }
  }
  return way + " ssh";
}

}  // namespace

MpirunWords read_mpirun_words(const std::string& words, const std::vector<std::string>& hosts) {
  const std::string said = without_noise(words);
  for (const Saying& saying : kSayings) {
    const std::size_t at = said.find(saying.words);
    if (at == std::string::npos) {
      continue;
    }
    const std::string_view line = line_at(said, at);
    auto host = host_named_in(line, hosts);
    if (const std::size_t told = said.find(kNoLogin, at); !host && told != std::string::npos) {
      host = host_named_in(line_at(said, told), hosts);
    }
    if (!host && !saying.text.ends_with("on one of the hosts")) {  // behind it others are named
      host = host_named_in(std::string_view(said).substr(at), hosts);
    }
    return {printable(saying.text.empty() ? line : saying.text), host};
  }
  const std::string text = first_lines(said);
  return {text, host_named_in(text, hosts)};
}

std::vector<std::string> mpi_settings(const Placement& placement, const std::string& program) {
  std::vector<std::string> settings{
      // Over ssh with the user's own configuration, from here to every host, never a prompt.
      "OMPI_MCA_plm_rsh_agent=" + way_to_hosts(placement, program),
      kSshOptions,
      "OMPI_MCA_plm_rsh_no_tree_spawn=1",
      // So that mpirun learns of the end of a daemon that has not called back yet; then all must
      // be under way at once.
      "OMPI_MCA_orte_leave_session_attached=1",
      fmt::format("OMPI_MCA_plm_rsh_num_concurrent={}",
                  std::max(kInFlight, placement.hosts.size())),
      // A host that has gone silent is missed within 8 s, not 300.
      "OMPI_MCA_oob_tcp_keepalive_time=5",
      "OMPI_MCA_oob_tcp_keepalive_intvl=1",
      "OMPI_MCA_oob_tcp_keepalive_probes=3",
      // The end of a rank is told by its agent; mpirun is to leave the others alone.
      "OMPI_MCA_orte_enable_recovery=1",
      "OMPI_MCA_orte_abort_on_non_zero_status=0",
      // What its daemons kill has guardians that end by themselves: 2 s of waiting for nothing.
      "OMPI_MCA_odls_base_sigkill_timeout=0",
      "OMPI_MCA_mpi_warn_on_fork=0",
      "OMPI_MCA_btl_base_warn_component_unused=0",
  };
  if (is_plain(program) && is_at_one_path(placement, program)) {
    settings.push_back(
        fmt::format("OMPI_MCA_orte_launch_agent={} --daemon {{secret}} orted", program));
  }
  if (all_here(placement)) {
    settings.insert(settings.end(),
                    {"OMPI_MCA_oob_tcp_if_include=lo", "OMPI_MCA_btl_tcp_if_include=lo"});
  }
  return settings;
}

std::vector<std::string> mpirun_words(const Placement& placement, const std::string& program,
                                      bool bind_to_cores) {
  std::vector<std::string> words{"mpirun", "--enable-recovery", "--oversubscribe"};
  words.insert(words.end(), {"--bind-to", bind_to_cores ? "core" : "none"});
  const auto count = static_cast<std::uint32_t>(placement.hosts.size());
  for (const bool are_agents : {true, false}) {
    for (std::uint32_t h = 0; h < count; ++h) {
      const Host& host = placement.hosts[h];
      const std::size_t ranks = placement.host_of.empty() ? 0 : placement.processes_of(h).size();
      if (!are_agents && ranks == 0) {
        continue;
      }
      if (!are_agents || h > 0) {
        words.emplace_back(":");
      }
      // With a core for every rank MPI may poll without yielding; agents poll seldom.
      const bool is_crowded = !host.cores || ranks > *host.cores;
      words.insert(words.end(), {"-n", are_agents ? "1" : std::to_string(ranks), "--host"});
      words.insert(words.end(), {host.name, "--wdir", "/", "-x", kSecretVariable, "--mca"});
      words.insert(words.end(), {"mpi_yield_when_idle", is_crowded ? "1" : "0"});
      words.insert(words.end(), {path_on(host, program), "--rank-of"});
      words.insert(words.end(), {are_agents ? "agent" : "process", std::to_string(h)});
      words.insert(words.end(), {std::to_string(count), std::to_string(ranks)});
    }
  }
  return words;
}

Result<void> MpiLauncher::prepare(const Placement& placement) {
  end_mpirun();  // of a survey
  const auto program = simulator_program(options_.program, "-mpi");
  if (!program) {
    return tl::unexpected(program.error());
  }
  if (access(program->c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem,
                   "this build of dps has no MPI: '" + *program +
                       "' is missing; build dps where Open MPI is (Debian: libopenmpi-dev)");
  }
  if (!is_in_path("mpirun")) {
    return failure(ErrorCode::kSystem,
                   "there is no mpirun in PATH; install Open MPI (Debian: openmpi-bin)");
  }
  waiting_.clear();
  for (const Host& host : placement.hosts) {
    waiting_.push_back(host.name);
  }
  return start_mpirun(placement, *program);
}

void MpiLauncher::end_mpirun() {
  trunk_.reset();
  // Where the guard was killed, what mpirun leaves may still be on its way out.
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  std::error_code error;
  while (!folder_.empty() && std::chrono::steady_clock::now() < until) {
    std::filesystem::remove_all(folder_, error);
    if (!error && !std::filesystem::exists(folder_, error)) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  folder_.clear();
}

Result<void> MpiLauncher::start_mpirun(const Placement& placement, const std::string& program) {
  std::error_code error;
  folder_ = std::filesystem::temp_directory_path(error) / "dps-mpi-XXXXXX";
  if (error || mkdtemp(folder_.data()) == nullptr) {
    folder_.clear();
    return failure(ErrorCode::kSystem, std::string("cannot make a folder for mpirun: ") +
                                           std::strerror(errno) +
                                           "; set TMPDIR to one where files can be made");
  }
  std::vector<std::string> words{program, "--guard", folder_};
  for (const auto& part : {mpi_settings(placement, program),
                           {"--"},
                           mpirun_words(placement, program, options_.bind_to_cores)}) {
    words.insert(words.end(), part.begin(), part.end());
  }
  auto child = start_child(words);
  if (!child) {
    return tl::unexpected(child.error());
  }
  TrunkOptions trunk;
  trunk.hosts = static_cast<std::uint32_t>(placement.hosts.size());
  trunk.culprit = [hosts = waiting_](const TrunkEnd& end) {
    return read_mpirun_words(end.words, hosts).host;
  };
  trunk.explain = [hosts = waiting_](std::uint32_t host, const TrunkEnd& end) {
    const MpirunWords words_of = read_mpirun_words(end.words, hosts);
    if (words_of.host && *words_of.host != host) {
      return fmt::format("mpirun has ended, because of {}", hosts[*words_of.host]);
    }
    const TrunkEnd wordless{{}, end.wait_status, end.violation};
    return words_of.text.empty() ? explain_end(wordless) : words_of.text;
  };
  trunk.is_lost = loses_daemon;
  auto started = Trunk::start(*std::move(child), std::move(trunk));
  if (!started) {
    return tl::unexpected(started.error());
  }
  trunk_ = *std::move(started);
  return {};
}

Result<LaunchedAgent> MpiLauncher::start(const Host& host) {
  const auto at = std::find(waiting_.begin(), waiting_.end(), host.name);
  if (!trunk_ || at == waiting_.end()) {
    return failure(ErrorCode::kSystem, "mpirun was not told of '" + printable(host.name) + "'");
  }
  at->clear();  // of two hosts of one name the second is next
  return trunk_->agent(static_cast<std::uint32_t>(at - waiting_.begin()));
}

LaunchVerdict MpiLauncher::judge(const Host& host, const std::string& words) const {
  for (const Saying& saying : kSayings) {
    const std::string_view mark = saying.text.empty() ? saying.words : saying.text;
    if (words.find(mark) != std::string::npos) {
      return {false, fmt::format(fmt::runtime(saying.next_step), host.name, dps_version())};
    }
  }
  return {};
}

}  // namespace dps::coordinator
