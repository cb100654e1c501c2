#include "coordinator/session/frames/plan_frames.h"

#include <cerrno>

#include <sys/random.h>

#include "base/check.h"
#include "blueprint/codec.h"
#include "blueprint/slice.h"
#include "transport/control/frame_stream.h"

namespace dps::coordinator {
namespace {

ByteString random_bytes(std::size_t count) {
  ByteString bytes(count);
  // Once the kernel's generator is ready, a request of at most 256 bytes is served whole.
  ssize_t got = 0;
  do {
    got = getrandom(bytes.data(), bytes.size(), 0);
  } while (got < 0 && errno == EINTR);
  DPS_CHECK(got == static_cast<ssize_t>(count));
  return bytes;
}

}  // namespace

void RunSecret::forget() {
  control::wipe(secret);
}

void RunSecret::draw() {
  secret = random_bytes(control::kSecretBytes);
  run_id = random_bytes(control::kRunIdBytes);
}

control::Launch PlanFrames::launch(std::uint32_t host) const {
  control::Launch launch;
  launch.level = options_.level;
  if (options_.trace) {
    launch.trace = {options_.trace->events, options_.trace->keep == traces::Keep::kLast,
                    options_.trace->from, options_.trace->to};
  }
  for (const ProcessId process : placement_.processes_of(host)) {
    control::Launch::One one;
    one.process = process;
    one.name = program_.process_name(process);
    one.server = program_.is_server(process);
    for (const std::uint32_t unit : program_.units_of(program_.plan(process))) {
      one.functionalities.push_back(program_.units[unit].functionalities.count);
    }
    one.flows = flows_.flows_of(process);
    launch.processes.push_back(std::move(one));
  }
  return launch;
}

control::PlanFrame PlanFrames::plan(ProcessId process, const RunSecret& secret) const {
  const Host& host = placement_.host(process);
  control::PlanFrame plan;
  blueprint::Program slice = blueprint::slice(program_, process);
  set_operation_times(slice, options_.timings, host.type);
  plan.program = blueprint::encode_program(slice);
  plan.level = options_.level;
  plan.transport = options_.transport;
  plan.spin = options_.spin;
  plan.core = options_.bind_to_cores ? placement_.place_on_host(process) : control::kAnyCore;
  plan.address = host.address;
  plan.speed = host.speed;
  plan.seed = options_.seed;
  plan.max_message = options_.max_message;
  plan.largest_arrival = flows_.largest_arrival(process);
  plan.folder = host.folder.empty() ? options_.folder : host.folder;
  plan.userfuncs = options_.userfuncs;
  plan.secret = secret.secret;
  plan.run_id = secret.run_id;
  plan.traces = options_.trace.has_value();
  return plan;
}

control::PeersFrame PlanFrames::peers(ProcessId process, const std::vector<std::uint32_t>& ports,
                                      std::uint32_t timeout_ms) const {
  control::PeersFrame frame;
  frame.timeout_ms = timeout_ms;
  for (const ProcessId peer : flows_.peers_of(process)) {
    frame.peers.push_back({peer, placement_.host(peer).address, ports[index(peer)]});
  }
  return frame;
}

}  // namespace dps::coordinator
