// dps-simulator-mpi, which dps starts over Open MPI: the guard of mpirun, of its daemons and of
// their logins, the agent of a host, and the simulator of a process.
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/environment.h"
#include "base/version.h"
#include "simulator/mpi/mpi_ranks.h"
#include "simulator/mpi/mpirun_guard.h"

namespace {

using dps::simulator::RankPlace;

int refuse() {
  std::fputs(
      "dps-simulator-mpi is started by dps, not by hand: try 'dps run --launcher mpi "
      "BLUEPRINT'\n",
      stderr);
  return 2;
}

/// --guard FOLDER NAME=VALUE… -- COMMAND…
int guard(int argc, char** argv) {
  std::vector<std::string> settings;
  int at = 3;
  for (; at < argc && std::string_view(argv[at]) != "--"; ++at) {
    settings.emplace_back(argv[at]);
  }
  if (at + 1 >= argc) {
    return refuse();
  }
  return dps::simulator::guard_mpirun(argv[2], settings, {argv + at + 1, argv + argc});
}

bool read_number(std::string_view text, std::uint32_t& number) {
  const auto end = text.data() + text.size();
  return std::from_chars(text.data(), end, number).ptr == end && !text.empty();
}

/// --rank-of agent|process HOST HOSTS RANKS
int play_rank(char** argv) {
  const std::string_view kind = argv[2];
  RankPlace place;
  place.secret = dps::environment_variable(dps::simulator::kMpiSecretVariable);
  const bool is_known = read_number(argv[3], place.host) && read_number(argv[4], place.hosts) &&
                        read_number(argv[5], place.ranks) &&
                        read_number(dps::environment_variable("OMPI_COMM_WORLD_RANK"), place.rank);
  if (!is_known || place.secret.empty()) {
    return refuse();
  }
  place.scratch = dps::simulator::mpi_scratch(place.secret);
  place.session = dps::environment_variable("OMPI_MCA_orte_jobfam_session_dir");
  umask(S_IRWXG | S_IRWXO);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  mkdir(place.scratch.c_str(), S_IRWXU);  // fails if another rank has made it
  setenv("OMPI_MCA_btl_vader_backing_directory", place.scratch.c_str(), 1);
  return kind == "agent" ? run_agent_rank(place) : run_process_rank(place);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "--rank-of" && argc == 6) {
    prctl(PR_SET_NAME, "dps-simulator-mpi");
    return play_rank(argv);
  }
  if (what == "--guard" && argc > 4) {
    return guard(argc, argv);
  }
  if (what == "--daemon" && argc > 3) {  // SECRET COMMAND…
    return dps::simulator::guard_orted(argv[2], {argv + 3, argv + argc});
  }
  if (what == "--ssh" && argc > 2) {  // --login HOST USER… COMMAND…
    return dps::simulator::run_ssh({argv + 2, argv + argc});
  }
  if (what == "--version" && argc == 2) {
    std::printf("dps-simulator-mpi %s\n", dps::dps_version());
    return 0;
  }
  return refuse();
}
