// Messages through dps compared with the same messages through hand-written sockets (bench/peers):
// a ping-pong of three sizes, sleeping and spinning, and a one-way stream. Both run in turns.
// usage: ping_pong [RUNS]
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/child.h"
#include "bench/limits.h"
#include "bench/runs.h"
#include "bench/statistics.h"
#include "tests/support/scratch_folder.h"

namespace dps::bench {
namespace {

/// The peers pack nothing.
constexpr const char* kUnpacked = "-p off";

struct Exchange {
  std::string what;
  std::uint64_t bytes;
  std::uint64_t messages;  ///< ping-pong: rounds
  const char* wait;
};

/// Times of both programs per message in microseconds, by run. The programs run in turns.
struct Times {
  std::vector<double> dps;
  std::vector<double> peer;
};

std::optional<double> run_dps(const std::string& blueprint, const char* count,
                              const Exchange& exchange, const char* process) {
  const auto result = run_blueprint(
      blueprint, {"--wait", exchange.wait, "--set", fmt::format("{}={}", count, exchange.messages),
                  "--set", fmt::format("bytes={}", exchange.bytes)});
  if (!result) {
    return std::nullopt;
  }
  return real_seconds(*result, process);
}

/// Parses the output of a peer: a name and a number.
std::optional<double> run_peer(const std::string& program, const Exchange& exchange) {
  const Finished finished = run({DPS_BINARY_DIR "/bench/" + program, std::to_string(exchange.bytes),
                                 std::to_string(exchange.messages), exchange.wait});
  const auto blank = finished.out.find(' ');
  if (finished.status != 0 || blank == std::string::npos) {
    return std::nullopt;
  }
  return std::strtod(finished.out.c_str() + blank, nullptr);
}

/// The times of half a round trip, in microseconds.
Times ping_pong(const std::string& blueprint, const Exchange& exchange, int runs) {
  Times times;
  for (int i = 0; i < runs; ++i) {
    const auto ours = run_dps(blueprint, "rounds", exchange, "Ping.p[0]");
    const auto theirs = run_peer("tcp_ping_pong", exchange);
    if (ours && theirs) {
      times.dps.push_back(*ours * 1e6 / 2 / static_cast<double>(exchange.messages));
      times.peer.push_back(*theirs / 1e3);
    }
  }
  return times;
}

/// Time per message in microseconds.
Times stream(const std::string& blueprint, const Exchange& exchange, int runs) {
  Times times;
  for (int i = 0; i < runs; ++i) {
    const auto ours = run_dps(blueprint, "messages", exchange, "Sink.p[0]");
    const auto theirs = run_peer("tcp_stream", exchange);
    if (ours && theirs) {
      times.dps.push_back(*ours * 1e6 / static_cast<double>(exchange.messages));
      times.peer.push_back(1e6 / *theirs);
    }
  }
  return times;
}

bool print_times(Limits& limits, const Exchange& exchange, const Times& times) {
  if (times.dps.empty()) {
    limits.failed(exchange.what);
    return false;
  }
  const Ratio ratio = ratio_of_medians(times.dps, times.peer);
  fmt::print("{:<28} dps {:9.2f} us, by hand {:9.2f} us, ratio {:.3f} [{:.3f}, {:.3f}]\n",
             exchange.what, median(times.dps), median(times.peer), ratio.value, ratio.low,
             ratio.high);
  return true;
}

void latency(Limits& limits, const std::string& blueprint, int runs) {
  for (const std::uint64_t bytes : {1, 1024}) {
    const Exchange asleep{fmt::format("{} B, asleep", bytes), bytes, 5000, "block"};
    const Times blocking = ping_pong(blueprint, asleep, runs);
    if (print_times(limits, asleep, blocking)) {
      limits.at_most("  half round trip, times that by hand",
                     median(blocking.dps) / median(blocking.peer), 1.10, "");
    }
    const Exchange polling{fmt::format("{} B, spinning", bytes), bytes, 50'000, "spin"};
    const Times spinning = ping_pong(blueprint, polling, runs);
    if (print_times(limits, polling, spinning)) {
      limits.at_most("  half round trip, more than by hand",
                     median(spinning.dps) - median(spinning.peer), 1, "us");
    }
  }
}

}  // namespace

int compare(int runs) {
  const support::ScratchFolder folder;
  const std::string blueprint = folder.write("ping_pong.txt", ping_pong_blueprint(kUnpacked));
  Limits limits;
  latency(limits, blueprint, runs);
  const Exchange large{"1 MiB, asleep", 1 << 20, 500, "block"};
  const Times bandwidth = ping_pong(blueprint, large, runs);
  if (print_times(limits, large, bandwidth)) {
    limits.at_least("  bandwidth, times that by hand",
                    median(bandwidth.peer) / median(bandwidth.dps), 0.95, "");
  }
  const Exchange drops{"stream of 64 B messages", 64, 500'000, "block"};
  const Times rates = stream(folder.write("stream.txt", stream_blueprint(kUnpacked)), drops, runs);
  if (print_times(limits, drops, rates)) {
    limits.at_least("  messages a second, times that by hand",
                    median(rates.peer) / median(rates.dps), 0.85, "");
  }
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 11;
  return dps::bench::compare(runs < 1 ? 1 : runs);
}
