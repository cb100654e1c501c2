#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/runs.h"
#include "bench/statistics.h"
#include "bench/topologies/flows.h"
#include "bench/topologies/groups.h"

namespace dps::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kTurns = 3;
constexpr double kPacket = 1500;  // bytes

struct Row {
  const char* name;
  std::string blueprint;  // path in bench/
  std::vector<std::string> values;
  double messages;
  Platform platform;
  double most_of_switch;
  double goal;     // messages per second
  double most_mb;  // 0: no limit
};

struct Cost {
  double cpu_s = 0;
  double peak_mb = 0;
};

/// The cost of the whole prediction; 0 if it failed.
Cost cost_of(const Row& row, const fs::path& machine) {
  std::vector<std::string> words{
      "predict",   std::string(DPS_SOURCE_DIR) + "/bench/" + row.blueprint,
      "--machine", machine,
      "--level",   "process",
      "--quiet"};
  for (const std::string& value : row.values) {
    words.insert(words.end(), {"--set", value});
  }
  const Finished done = run(dps_command(words));
  return done.status == 0 ? Cost{done.cpu_seconds, static_cast<double>(done.peak_bytes) / 1e6}
                          : Cost{};
}

fs::path written(const fs::path& file, const std::string& text) {
  std::ofstream(file) << text;
  return file;
}

void measure_row(const Row& row, const fs::path& folder, Limits& limits) {
  const auto graph =
      written(folder / (row.platform.name + "_predicted.toml"), machine_text(row.platform));
  const auto on_switch =
      written(folder / (row.platform.name + "_switch.toml"), switch_text(row.platform));
  std::vector<double> ours;
  std::vector<double> plain;
  double peak_mb = 0;
  for (int turn = 0; turn < kTurns; ++turn) {
    const Cost cost = cost_of(row, graph);
    ours.push_back(cost.cpu_s);
    peak_mb = cost.peak_mb;
    plain.push_back(cost_of(row, on_switch).cpu_s);
    if (ours.back() == 0 || plain.back() == 0) {
      limits.failed(row.name);
      return;
    }
  }
  limits.with_goal(row.name, row.messages / median(ours) / 1e6, row.goal / 1e6, "M/s");
  limits.at_most(fmt::format("  of {:.2f} s on a switch", median(plain)),
                 median(ours) / median(plain), row.most_of_switch, "times");
  if (row.most_mb > 0) {
    limits.at_most("  memory", peak_mb, row.most_mb, "MB");
  }
}

/// Messages of ten packets between random hosts of a torus, all at once.
void measure_packets(const fs::path& folder, Limits& limits) {
  const Row pairs{"pairs", "predict/pairs.txt", {}, 1e6, {}, 0, 0, 0};
  Platform all;
  all.hosts = 100'000;
  const fs::path file = written(folder / "pairs_switch.toml", switch_text(all));
  const Platform platform = torus({16, 16, 16});
  std::vector<Flow> flows = permutation(platform.hosts);
  for (Flow& flow : flows) {
    flow.bytes = static_cast<std::uint64_t>(10 * kPacket);
  }
  const std::string text = machine_text(platform, "switching = \"store-and-forward\"\n");
  std::vector<double> hops;
  std::vector<double> messages;
  for (int turn = 0; turn < kTurns; ++turn) {
    const Played played = play(text, flows);
    hops.push_back(played.cpu_s * kPacket / played.bytes_on_links);
    messages.push_back(cost_of(pairs, file).cpu_s / pairs.messages);
  }
  limits.with_goal("store-and-forward on 16x16x16, packets and hops", 1e-6 / median(hops), 3,
                   "M/s");
  limits.at_most(fmt::format("  of {:.2f} us for a message on a switch", median(messages) * 1e6),
                 median(hops) / median(messages), 0.2, "times");
}

}  // namespace

void measure_beside_switch(const fs::path& folder, Limits& limits) {
  const std::vector<Row> rows{
      {"halo exchange on 32x32x32",
       "topologies/halo.txt",
       {},
       6.0 * 32 * 32 * 32 * 5,
       torus({32, 32, 32}),
       1.25,
       0.5e6,
       0},
      {"master and 1,024 workers on a fat tree",
       "predict/master_worker.txt",
       {"workers=1024", "tasks=500000"},
       1e6,
       fat_tree({16, 16, 8}, {1, 8, 8}, {1, 1, 1}),
       1.25,
       0.5e6,
       0},
      {"8 messages at a time on a dragonfly of 100,000",
       "topologies/tokens.txt",
       {},
       1e6,
       dragonfly({100, 10, 10, 10, 1, 1, 1}),
       2,
       0.3e6,
       500},
  };
  for (const Row& row : rows) {
    measure_row(row, folder, limits);
  }
  measure_packets(folder, limits);
}

}  // namespace dps::bench
