#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/statistics.h"
#include "bench/topologies/flows.h"
#include "bench/topologies/groups.h"

namespace dps::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kTurns = 7;

struct Row {
  const char* name;
  Platform platform;
  std::vector<Flow> flows;
  double most_of_simgrid;  // 0: no comparison, since SimGrid takes too long
  double goal_seconds;
};

void measure_one_message(const Peer& peer, const fs::path& folder, Limits& limits) {
  const Platform platform = torus({46, 46, 46});
  const fs::path file = folder / (platform.name + ".toml");
  std::ofstream(file) << machine_text(platform);
  const Finished ours =
      run({std::string(DPS_BINARY_DIR) + "/bin/dps", "machine", "route", file, "h0,h5000,1000000"});
  if (ours.status != 0) {
    limits.failed("dps machine route");
    return;
  }
  limits.with_goal("torus 46x46x46, one message, whole command", ours.cpu_seconds, 1, "s");
  limits.at_most("  memory", static_cast<double>(ours.peak_bytes) / 1e6, 200, "MB");
  if (!Peer::exists()) {
    return;
  }
  const Finished theirs = peer.run(platform, {{0, 5000, 1'000'000}});
  limits.at_most(fmt::format("  of SimGrid's {:.3f} s", theirs.cpu_seconds),
                 ours.cpu_seconds / theirs.cpu_seconds, 0.5, "times");
}

/// The most by which an end differs from SimGrid's, as a share of it.
void compare_ends(const char* what, const Platform& platform, const std::vector<Flow>& flows,
                  const Peer& peer, Limits& limits) {
  const auto theirs = peer.play(platform, flows);
  if (!theirs) {
    limits.failed(what);
    return;
  }
  const Played ours = play(machine_text(platform), flows);
  double most = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    most = std::max(most, std::abs(ours.ends_s[i] / theirs->ends_s[i] - 1));
  }
  limits.at_most(fmt::format("ends on {}, from SimGrid's", what), most, 0.001, "times");
}

/// Under the conditions of bench/README.md, both have the same routes and shares.
void compare_all_ends(const Peer& peer, Limits& limits) {
  const Platform odd = torus({9, 7, 5});
  compare_ends("a torus of odd sizes", odd, permutation(odd.hosts), peer, limits);
  Platform late = odd;
  late.name += "_late";
  late.latency_us = 10;
  compare_ends("that, links of one flow, 10 us", late, neighbours({9, 7, 5}), peer, limits);
  const Platform tree = fat_tree({4, 4, 4}, {1, 2, 2}, {1, 1, 2});
  compare_ends("a fat tree", tree, permutation(tree.hosts), peer, limits);
  const Platform groups = dragonfly({4, 1, 5, 3, 2, 1, 3});
  compare_ends("a dragonfly", groups, permutation(groups.hosts), peer, limits);
}

}  // namespace

void measure_beside_simgrid(const fs::path& folder, Limits& limits) {
  const Peer peer(folder);
  if (!Peer::exists()) {
    fmt::print(
        "SimGrid is not there (Debian: libsimgrid-dev): its rows are left out: ends of "
        "flows on a torus, a fat tree and a dragonfly, and its times\n");
  }
  measure_one_message(peer, folder, limits);
  if (Peer::exists()) {
    compare_all_ends(peer, limits);
  }
  const Platform large = torus({16, 16, 16});
  const std::vector<Row> rows{
      {"permutation on 8x8x8", torus({8, 8, 8}), permutation(512), 0.25, 0.02},
      {"permutation on 16x8x8", torus({16, 8, 8}), permutation(1024), 0.12, 0.1},
      {"permutation on 16x16x16", large, permutation(4096), 0, 1},
      {"neighbours on 16x16x16", large, neighbours({16, 16, 16}), 0.4, 0.02},
  };
  std::vector<std::vector<double>> turns(rows.size());
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      turns[i].push_back(play(machine_text(rows[i].platform), rows[i].flows).cpu_s);
    }
  }
  std::vector<double> ours;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    ours.push_back(median(turns[i]));
    limits.with_goal(fmt::format("{}, {} flows", row.name, row.flows.size()), ours.back(),
                     row.goal_seconds, "s");
    if (row.most_of_simgrid > 0 && Peer::exists()) {
      if (const auto theirs = peer.play(row.platform, row.flows)) {
        limits.at_most(fmt::format("  of SimGrid's {:.3f} s", theirs->cpu_s),
                       ours.back() / theirs->cpu_s, row.most_of_simgrid, "times");
      } else {
        limits.failed("SimGrid");
      }
    }
  }
  limits.at_most("permutation on 16x16x16 / on 16x8x8", ours[2] / ours[1], 12, "times");
}

}  // namespace dps::bench
