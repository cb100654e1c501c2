// dps-simulator, which dps starts on every host of a run: the agent of a host and, for every
// process on this host, its simulator.
#include <cstdio>
#include <string_view>

#include <sys/prctl.h>

#include "base/version.h"
#include "simulator/agent/agent_process.h"
#include "simulator/agent/simulator_process.h"

int main(int argc, char** argv) {
  prctl(PR_SET_NAME, "dps-simulator");  // without it, the name of the process is "exe"
  const std::string_view what = argc > 1 ? argv[1] : "";
  if (what == "--agent" && argc == 2) {
    return dps::simulator::run_agent();
  }
  if (what == "--simulator") {
    return dps::simulator::run_simulator();
  }
  if (what == "--version" && argc == 2) {
    std::printf("dps-simulator %s\n", dps::dps_version());
    return 0;
  }
  std::fputs("dps-simulator is started by dps, not by hand: try 'dps run BLUEPRINT'\n", stderr);
  return 2;
}
