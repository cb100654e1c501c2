#include "coordinator/launch/mpi_launcher.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include <unistd.h>

#include "base/processes/program_search.h"
#include "base/processes/temporary_folder.h"
#include "coordinator/launch/mpirun_command.h"
#include "coordinator/launch/mpirun_output.h"
#include "coordinator/launch/start_child.h"

namespace dps::coordinator {
namespace {

Diagnosis diagnose(std::uint32_t host, const std::vector<std::string>& hosts,
                   const TrunkExit& exit) {
  const MpirunFailure failure = explain_mpirun(exit, hosts);
  if (failure.host && *failure.host != host) {
    return {"mpirun has ended because of " + hosts[*failure.host], ""};
  }
  if (failure.text.empty()) {
    return {describe_exit({{}, {}, exit.wait_status, exit.violation}), ""};
  }
  return {failure.text, failure.next_step};
}

Result<TemporaryFolder> make_folder() {
  std::error_code error;
  const auto parent = std::filesystem::temp_directory_path(error);
  return error ? failure(ErrorCode::kSystem, std::strerror(errno))
               : TemporaryFolder::make(parent / "dps-mpi-XXXXXX");
}

}  // namespace

Result<void> MpiLauncher::prepare(const Placement& placement) {
  end_mpirun();  // the one of a survey, if there was one
  const auto program = simulator_program(options_.program, "-mpi");
  if (!program) {
    return tl::unexpected(program.error());
  }
  if (access(program->c_str(), X_OK) != 0) {
    return failure(ErrorCode::kSystem, "this installation of dps has no MPI: '" + *program +
                                           "' is missing; install the package dps-mpi, or build "
                                           "dps where Open MPI is (Debian: libopenmpi-dev)");
  }
  if (find_in_path("mpirun").empty()) {
    return failure(ErrorCode::kSystem,
                   "there is no mpirun in PATH; install Open MPI (Debian: openmpi-bin)");
  }
  return start_mpirun(placement, *program);
}

void MpiLauncher::end_mpirun() {
  trunk_.reset();
  // If the guard was killed, processes that are ending may still write to the folder.
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
  auto folder = make_folder();
  if (!folder) {
    return failure(ErrorCode::kSystem,
                   "cannot make a folder for mpirun: " + folder.error().message +
                       "; set TMPDIR to one where files can be made");
  }
  folder_ = folder->release();  // the guard of mpirun removes it
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
  for (const Host& host : placement.hosts) {
    trunk.hosts.push_back(host.name);
  }
  trunk.culprit = [hosts = trunk.hosts](const TrunkExit& exit) {
    return explain_mpirun(exit, hosts).host;
  };
  trunk.diagnose = [hosts = trunk.hosts](std::uint32_t host, const TrunkExit& exit) {
    return diagnose(host, hosts, exit);
  };
  trunk.is_broken = has_lost_daemon;
  auto started = TrunkDemux::start(*std::move(child), std::move(trunk));
  if (!started) {
    return tl::unexpected(started.error());
  }
  trunk_ = *std::move(started);
  return {};
}

Result<LaunchedAgent> MpiLauncher::start(const Host& host) {
  return trunk_ ? trunk_->take_agent(host.name)
                : failure(ErrorCode::kSystem, "mpirun has not been started");
}

LaunchVerdict MpiLauncher::judge(const Host& host, const std::string& /*words*/) const {
  return {false, trunk_ ? trunk_->next_step(host.name) : ""};
}

std::string MpiLauncher::advice_if_none_answers() const {
  return "with Open MPI, one process that does not start keeps all others from starting: run "
         "again and, while it waits, look on each host for the process that is missing ('pgrep -af "
         "dps-simulator-mpi'); the hosts must also be able to connect to each other";
}

}  // namespace dps::coordinator
