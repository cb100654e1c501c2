// dps-simulator-pvm, which dps starts over PVM 3: the bridge between dps and the agents, the
// carrier that starts the agent of a host, the agent, the login by which a daemon is started, the
// guard of the daemon, and the simulator of a process.
#include <cstdio>
#include <cstring>
#include <string_view>

#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/version.h"
#include "simulator/agent/agent_process.h"
#include "simulator/agent/simulator_process.h"
#include "simulator/pvm/pvm_bridge.h"
#include "simulator/pvm/pvm_carrier.h"
#include "simulator/pvm/pvm_guard.h"
#include "simulator/pvm/pvm_host_guard.h"
#include "simulator/pvm/pvm_login.h"
#include "transport/pvm/pvm_transport.h"

namespace {

using dps::ProcessId;
using dps::Result;

Result<std::unique_ptr<dps::transport::Transport>> make_pvm_transport(
    const dps::control::PlanFrame& plan, ProcessId self, const dps::blueprint::Program& program,
    const dps::transport::StopSignal& stop) {
  if (plan.transport != "pvm") {
    return dps::simulator::make_transport(plan, self, program, stop);
  }
  dps::transport::PvmOptions options{dps::simulator::transport_options(plan, self, program)};
  if (plan.run_id.size() == options.run_id.size()) {
    std::memcpy(options.run_id.data(), plan.run_id.data(), options.run_id.size());
  }
  return std::make_unique<dps::transport::PvmTransport>(std::move(options), stop);
}

int bridge(bool own) {
  umask(S_IRWXG | S_IRWXO);
  auto order = dps::simulator::read_bridge_order(0);
  if (!order) {
    std::fprintf(stderr, "dps-simulator-pvm: %s\n", order.error().message.c_str());
    return 2;
  }
  return own ? dps::simulator::guard_own_pvm(*order)
             : dps::simulator::run_bridge({*std::move(order), false, {}});
}

}  // namespace

int main(int argc, char** argv) {
  prctl(PR_SET_NAME, "dps-sim-pvm");
  const std::string_view what = argc > 1 ? argv[1] : "";
  const std::string_view how = argc > 2 ? argv[2] : "";
  if (dps::simulator::is_pvm_login(what)) {
    return dps::simulator::run_pvm_login({argv + 1, argv + argc});
  }
  if (what == "--bridge") {
    return bridge(how == "own");
  }
  if (what == "--carrier") {
    return dps::simulator::run_carrier(how == "own");
  }
  if (what == "--simulator") {
    return dps::simulator::run_simulator(make_pvm_transport);
  }
  if (what == "--agent" && argc == 2) {
    return dps::simulator::run_agent();
  }
  if (what == "--config" && argc == 2) {
    return dps::simulator::print_pvm_hosts();
  }
  if (what == "-s") {
    return dps::simulator::guard_pvm_host(argv);
  }
  if (what == "--version" && argc == 2) {
    std::printf("dps-simulator-pvm %s\n", dps::dps_version());
    return 0;
  }
  std::fputs(
      "dps-simulator-pvm is started by dps, not by hand: try 'dps run --launcher pvm BLUEPRINT'\n",
      stderr);
  return 2;
}
