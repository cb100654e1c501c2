// The limits of one machine: 256 processes, ten million messages, and large messages in both
// directions at once.
#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

constexpr double kMebi = 1024 * 1024;

/// A ring that passes one token and is then idle for the time `idle`.
constexpr const char* kRing = R"(
V n 256
V idle 0
I Token.i 1 Token.m
C Idle.c sleep {self==0 ? idle : 0}
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64
F begin.f NULL Idle.c {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i NULL {self==0 ? NULL : Pass.o} NULL
U begin.u begin.f
U ring.u pass.f
P Ring.p {n} begin.u ring.u
)";

constexpr const char* kBothWays = R"(
I All.i 4 Large.m
O Large.o Peer.p -others -t Large.m -b {64*1024*1024} -n 4
F send.f NULL NULL Large.o SAME
F all.f All.i NULL NULL NULL
U peer.u send.f all.f
P Peer.p 2 peer.u
)";

/// The largest memory of any simulator of a run, over all samples.
struct Peak {
  Memory memory;
  std::size_t simulators = 0;
  Finished finished;
};

Peak watch(const std::vector<std::string>& words) {
  Peak peak;
  Child child(dps_command(words));
  while (child.is_running()) {
    const auto simulators = child.descendants("--simulator");
    peak.simulators = std::max(peak.simulators, simulators.size());
    for (const Memory& memory : simulators) {
      peak.memory.resident = std::max(peak.memory.resident, memory.resident);
      peak.memory.private_bytes = std::max(peak.memory.private_bytes, memory.private_bytes);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
  peak.finished = child.wait();
  return peak;
}

void ring(const support::ScratchFolder& folder, Limits& limits) {
  const std::string path = folder.write("ring.txt", kRing);
  // The time from the start of dps to its end is an upper bound of that from the start to BEGIN.
  const Finished whole = run(dps_command({"run", path, "--quiet"}));
  const auto result = run_blueprint(path, {});
  if (whole.status != 0 || !result) {
    limits.failed("a ring of 256 processes");
    return;
  }
  const double makespan = makespan_seconds(*result);
  limits.at_most("256 processes: all but the run itself", whole.seconds - makespan, 3, "s");
  const Peak peak = watch({"run", path, "--quiet", "--set", "idle=3"});
  limits.at_least("256 processes: simulators seen", static_cast<double>(peak.simulators), 256, "");
  limits.at_most("an idle simulator, private",
                 static_cast<double>(peak.memory.private_bytes) / kMebi, 2, "MiB");
  limits.at_most("an idle simulator, resident", static_cast<double>(peak.memory.resident) / kMebi,
                 12, "MiB");
}

void stream(const support::ScratchFolder& folder, Limits& limits) {
  const Peak peak = watch({"run", folder.write("stream.txt", stream_blueprint("")), "--quiet",
                           "--set", "messages=10000000", "--set", "bytes=8"});
  if (peak.finished.status != 0) {
    limits.failed("ten million messages");
    return;
  }
  limits.at_most("ten million messages: time", peak.finished.seconds, 120, "s");
  limits.at_most("ten million messages: a simulator, resident",
                 static_cast<double>(peak.memory.resident) / kMebi, 64, "MiB");
}

void both_ways(const support::ScratchFolder& folder, Limits& limits) {
  const Peak peak =
      watch({"run", folder.write("both_ways.txt", kBothWays), "--quiet", "--timeout", "60s"});
  if (peak.finished.status != 0) {
    limits.failed("two processes that send each other 4 x 64 MiB");
    return;
  }
  limits.at_most("4 x 64 MiB both ways at once: time", peak.finished.seconds, 30, "s");
  limits.at_most("4 x 64 MiB both ways at once: a simulator, resident",
                 static_cast<double>(peak.memory.resident) / kMebi, 64 + 2 * 64, "MiB");
}

}  // namespace

int scale() {
  const support::ScratchFolder folder;
  Limits limits;
  ring(folder, limits);
  stream(folder, limits);
  both_ways(folder, limits);
  return limits.exit_status();
}

}  // namespace dps::bench

int main() {
  return dps::bench::scale();
}
