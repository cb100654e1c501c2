#include "coordinator/session/plan_frames.h"

#include <cerrno>

#include <sys/random.h>

#include "base/check.h"
#include "blueprint/codec.h"
#include "blueprint/slice.h"
#include "control/frame_stream.h"

namespace dps::coordinator {
namespace {

constexpr std::size_t kSecretBytes = 32;
constexpr std::size_t kRunIdBytes = 16;

std::string random_bytes(std::size_t count) {
  std::string bytes(count, '\0');
  // Up to 256 bytes are returned whole once the kernel's generator is ready (getrandom(2)).
  ssize_t got = 0;
  do {
    got = getrandom(bytes.data(), bytes.size(), 0);
  } while (got < 0 && errno == EINTR);
  DPS_CHECK(got == static_cast<ssize_t>(count));
  return bytes;
}

}  // namespace

void RunSecret::forget() {
  control::wipe(std::as_writable_bytes(std::span(secret)));
}

void RunSecret::draw() {
  secret = random_bytes(kSecretBytes);
  run_id = random_bytes(kRunIdBytes);
}

control::Launch PlanFrames::launch(std::uint32_t host) const {
  control::Launch launch;
  launch.level = options_.level;
  for (const ProcessId process : placement_.processes_of(host)) {
    control::Launch::One one;
    one.process = process;
    one.name = program_.process_name(process);
    one.server = program_.is_server(process);
    for (const std::uint32_t unit : program_.units_of(program_.plan(process))) {
      one.functionalities.push_back(program_.units[unit].functionalities.count);
    }
    for (const blueprint::Flow& flow : flows_.flows_of(process)) {
      profiles::FlowRow row;
      row.peer = flow.peer;
      row.mid = flow.mid;
      row.outgoing = flow.outgoing;
      one.flows.push_back(row);
    }
    launch.processes.push_back(std::move(one));
  }
  return launch;
}

control::PlanFrame PlanFrames::plan(ProcessId process, const RunSecret& secret) const {
  const std::vector<std::byte> slice =
      blueprint::encode_program(blueprint::slice(program_, process));
  const Host& host = placement_.host(process);
  control::PlanFrame plan;
  plan.program.assign(reinterpret_cast<const char*>(slice.data()), slice.size());
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
