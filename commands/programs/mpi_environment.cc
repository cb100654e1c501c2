#include "commands/programs/mpi_environment.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/file_identity.h"
#include "base/printable.h"
#include "base/processes/program_search.h"
#include "base/processes/temporary_folder.h"
#include "base/unnamed_file.h"
#include "mpi_programs/board/messages.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

/// Open MPI allocates 4 MiB a rank, and more for windows.
constexpr std::uint64_t kUsualRoom = std::uint64_t{64} << 20;

std::uint64_t room_in(const std::string& folder) {
  std::error_code ignored;
  const auto room = fs::space(folder, ignored).available;
  return room == static_cast<std::uintmax_t>(-1) ? 0 : room;
}

/// Returns true for the launcher of Open MPI, whatever it is called.
bool is_open_mpi_launcher(const std::string& word) {
  std::error_code ignored;
  const std::string name = fs::path(word).filename();
  if (name != "mpirun" && name != "mpiexec" && name != "orterun" && !name.ends_with(".openmpi")) {
    return false;
  }
  const std::string real = fs::canonical(find_in_path(word), ignored).filename();
  return real == "orterun" || real == "mpirun.openmpi" || real == "prterun" || real == "prte";
}

}  // namespace

Result<std::string> find_mpi_library() {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const fs::path& path :
       {folder / "libdps_mpi.so", folder / ".." / DPS_LIBRARY_FOLDER / "libdps_mpi.so"}) {
    if (is_there(path)) {
      return fs::canonical(path, ignored).string();
    }
  }
  return failure(
      ErrorCode::kInput,
      "this installation of dps cannot record MPI programs: libdps_mpi.so is missing; install the "
      "package dps-mpi, or build dps where Open MPI is (Debian: libopenmpi-dev)");
}

Result<void> check_room_for_calls() {
  constexpr off_t kLeast = 4096;  // few ranks with few calls need more
  const Descriptor trial = make_unnamed_file("dps-calls");
  int why = trial.is_open() ? EINTR : errno;
  while (trial.is_open() && why == EINTR) {
    why = ::posix_fallocate(trial.get(), 0, kLeast);
  }
  if (why == 0) {
    return {};
  }
  const char* const variable = std::getenv("TMPDIR") == nullptr ? "" : " (TMPDIR)";
  return failure(
      ErrorCode::kSystem,
      fmt::format("ranks cannot write their calls to files in '{}'{}: {}; set TMPDIR to "
                  "a folder that has room",
                  printable(std::string_view(temporary_folder())), variable, std::strerror(why)));
}

Result<std::string> make_private_folder() {
  std::vector<std::string> folders{"/dev/shm", environment_variable("TMPDIR", "/tmp")};
  if (room_in(folders[0]) < kUsualRoom && room_in(folders[0]) < room_in(folders[1])) {
    std::swap(folders[0], folders[1]);
  }
  std::string why;
  for (const std::string& folder : folders) {
    auto made = TemporaryFolder::make(folder + "/dps-run-XXXXXX");
    if (made) {
      return made->release();  // the guard of the command removes it
    }
    why = made.error().message;
  }
  return failure(ErrorCode::kSystem, "cannot make a temporary folder in " + folders[0] + " or " +
                                         folders[1] + ": " + why);
}

std::vector<std::string> mpi_environment(const std::string& library, const std::string& board,
                                         const std::string& folder, bool has_other_hosts,
                                         bool is_prediction) {
  const std::string others = environment_variable("LD_PRELOAD");
  std::vector<std::string> settings{"LD_PRELOAD=" + library + (others.empty() ? "" : ":" + others),
                                    std::string(board::kVariable) + "=" + board};
  const auto add = [&settings](const char* name, const std::string& value) {
    if (std::getenv(name) == nullptr) {
      settings.push_back(std::string(name) + "=" + value);
    }
  };
  if (is_prediction) {
    add("OMPI_MCA_mpi_yield_when_idle", "1");
  }
  if (has_other_hosts) {
    // A folder of Open MPI would be made on other hosts, too, and remain there.
    // The daemons notice within 11 s that mpirun's host does not answer, and mpirun not before 6 s
    // that one of theirs does not: dps itself notices after 5 s (board/piece_listener.cc).
    add("OMPI_MCA_oob_tcp_keepalive_time", "5");
    add("OMPI_MCA_oob_tcp_keepalive_intvl", "1");
    add("OMPI_MCA_oob_tcp_keepalive_probes", "6");
    return settings;
  }
  add("OMPI_MCA_btl_vader_backing_directory", folder);
  add("OMPI_MCA_osc_sm_backing_directory", folder);
  add("OMPI_MCA_orte_tmpdir_base", folder);
  return settings;
}

std::vector<std::string> with_exports(std::vector<std::string> words) {
  constexpr const char* kOwnList = "mca_base_env_list";
  const bool has_list = std::getenv("OMPI_MCA_mca_base_env_list") != nullptr ||
                        std::find(words.begin(), words.end(), kOwnList) != words.end();
  if (has_list || !is_open_mpi_launcher(words[0])) {
    return words;
  }
  std::vector<std::string> made;
  for (std::string& word : words) {
    const bool is_first = made.empty();
    const bool separates = word == ":";
    made.push_back(std::move(word));
    if (is_first || separates) {
      made.insert(made.end(), {"-x", "LD_PRELOAD", "-x", board::kVariable});
    }
  }
  return made;
}

void remove_session_folder(pid_t launcher) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const std::string name(host.data(), std::strcspn(host.data(), "."));
  const fs::path all = fs::path(environment_variable("TMPDIR", "/tmp")) /
                       fmt::format("ompi.{}.{}", name, ::getuid());
  std::error_code ignored;
  if (fs::remove_all(all / fmt::format("pid.{}", launcher), ignored) > 0 && !ignored) {
    fs::remove(all, ignored);  // if it is empty
  }
}

void remove_shared_memory(const std::string& world) {
  std::uint32_t job = 0;
  const auto [end, error] = std::from_chars(world.data(), world.data() + world.size(), job);
  if (error != std::errc() || end != world.data() + world.size()) {
    return;
  }
  // Source: Open MPI 4.1, opal/mca/btl/vader: "vader_segment.HOST.UID.JOB.RANK".
  const std::string middle = fmt::format(".{}.{:x}.", ::getuid(), job);
  std::error_code ignored;
  std::vector<fs::path> left;
  for (fs::directory_iterator at(
           environment_variable("OMPI_MCA_btl_vader_backing_directory", "/dev/shm"), ignored);
       at != fs::directory_iterator(); at.increment(ignored)) {
    const std::string name = at->path().filename();
    if (name.starts_with("vader_segment.") && name.find(middle) != std::string::npos) {
      left.push_back(at->path());
    }
  }
  for (const fs::path& path : left) {
    fs::remove(path, ignored);
  }
}

bool is_open_mpi_launcher(const std::vector<std::string>& words) {
  return is_open_mpi_launcher(words[0]);
}

bool names_other_hosts(const std::vector<std::string>& words) {
  const auto names_hosts = [](const std::string& word) {  // perhaps a command for a shell
    return word == "-H" || word.find("-host") != std::string::npos ||
           word.find("-machinefile") != std::string::npos;
  };
  if (std::any_of(words.begin(), words.end(), names_hosts)) {
    return true;
  }
  const auto& jobs = {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "PE_HOSTFILE",
                      "OMPI_MCA_orte_default_hostfile"};
  return std::any_of(jobs.begin(), jobs.end(),
                     [](const char* name) { return std::getenv(name) != nullptr; });
}

}  // namespace dps::commands
