// Runs over many hosts, on a cluster of namespaces (tests/cluster), as root: the time until a run
// begins, the time from its end to the exit of dps, and the time of `dps hosts --check`.
// usage: cluster_scale [HOSTS [RUNS [LAUNCHER]]]
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/limits.h"
#include "bench/statistics.h"
#include "tests/end_to_end/cluster.h"

namespace dps::bench {
namespace {

using end_to_end::Cluster;
using end_to_end::Running;

constexpr std::chrono::seconds kPatience(120);
constexpr std::chrono::seconds kLeftWithin(3);
/// The limits apply up to this number of hosts.
constexpr int kHostsOfLimits = 16;

/// One process on each host. The first one prints the time when it begins, and again when the token
/// has returned to it; all others are then complete.
constexpr const char* kRing = R"(
V hosts 16
I Token.i 1 Token.m
C Time.c exec /bin/date +%s.%N
O Pass.o Ring.p[{(self+1)%count}] -t Token.m -b 64
F begin.f NULL {self==0 ? Time.c : NULL} {self==0 ? Pass.o : NULL} ring.u
F pass.f Token.i {self==0 ? Time.c : NULL} {self==0 ? NULL : Pass.o} NULL
U begin.u begin.f
U ring.u pass.f
P Ring.p {hosts} begin.u ring.u
)";

/// The times of one run, in seconds.
struct Moments {
  double begin = 0;  ///< from the start of dps to the first output of the program
  double end = 0;    ///< from the last output of the program to the exit of dps
};

/// The times in the output (ten digits, a point and nine digits), in ascending order.
std::vector<double> times_in(const std::string& text) {
  std::vector<double> times;
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word.size() == 20 && word.find('.') == 10 &&
        word.find_first_not_of("0123456789.") == std::string::npos) {
      times.push_back(std::strtod(word.c_str(), nullptr));
    }
  }
  std::sort(times.begin(), times.end());  // output may arrive late
  return times;
}

std::optional<Moments> run_ring(const Cluster& cluster, int hosts, const std::string& launcher) {
  const auto finished =
      Running(cluster.on("node1",
                         {"sh", "-c",
                          fmt::format("date +%s.%N >&2; {}/dps run {} --hosts {} --set hosts={} "
                                      "--launcher {} >&2; status=$?; date +%s.%N >&2; exit $status",
                                      DPS_BINARY_DIR "/bin", cluster.write_file("ring.txt", kRing),
                                      cluster.hosts_file(), hosts, launcher)}))
          .wait(kPatience);
  const std::vector<double> times = times_in(finished.err);
  if (finished.status != 0 || times.size() != 4) {
    fmt::print(stderr, "{}", finished.err);
    return std::nullopt;
  }
  return Moments{times[1] - times[0], times[3] - times[2]};
}

void runs(const Cluster& cluster, int hosts, int count, const std::string& launcher,
          Limits& limits) {
  std::vector<double> begins;
  std::vector<double> ends;
  const std::string what = fmt::format("{} hosts, {}: ", hosts, launcher);
  for (int i = 0; i < count; ++i) {
    const auto moments = run_ring(cluster, hosts, launcher);
    if (!moments) {
      return limits.failed(what + "a run");
    }
    begins.push_back(moments->begin);
    ends.push_back(moments->end);
  }
  const double begin = *std::max_element(begins.begin(), begins.end());
  const double end = *std::max_element(ends.begin(), ends.end());
  fmt::print("{}medians of {} runs: {:.2f} s to BEGIN, {:.2f} s from the end to the prompt\n", what,
             count, median(begins), median(ends));
  if (hosts <= kHostsOfLimits) {
    limits.at_most(what + "BEGIN, the latest", begin, 6, "s");
    limits.at_most(what + "from the end to the prompt, the latest", end, 1, "s");
  }
}

void check(const Cluster& cluster, int hosts, Limits& limits) {
  const auto finished =
      Running(cluster.dps({"hosts", "--check", "--hosts", cluster.hosts_file()})).wait(kPatience);
  const std::string what = fmt::format("{} hosts: dps hosts --check", hosts);
  if (finished.status != 0) {
    fmt::print(stderr, "{}", finished.err);
    return limits.failed(what);
  }
  limits.at_most(what, finished.seconds, 15, "s");
}

}  // namespace

int cluster_scale(int hosts, int count, const std::string& launcher) {
  const auto cluster = Cluster::up(fmt::format("nodes {}\n", hosts));
  if (!cluster) {
    return 1;
  }
  Limits limits;
  check(*cluster, hosts, limits);
  runs(*cluster, hosts, count, launcher, limits);
  const auto left = cluster->left_after(kLeftWithin);
  for (const std::string& one : left) {
    fmt::print("{}\n", one);
  }
  limits.at_most(fmt::format("{} hosts: left behind after 3 s", hosts),
                 static_cast<double>(left.size()), 0, "");
  return limits.exit_status();
}

}  // namespace dps::bench

int main(int argc, char** argv) {
  const int hosts = argc > 1 ? std::atoi(argv[1]) : 16;
  const int runs = argc > 2 ? std::atoi(argv[2]) : 5;
  return dps::bench::cluster_scale(std::max(hosts, 2), std::max(runs, 1),
                                   argc > 3 ? argv[3] : "ssh");
}
