// The time of flows on tori, beside SimGrid's on the same platforms, and of one message on a torus
// of 97,336 hosts. `topologies` [FOLDER]: the folder for the files of the platforms, which stay.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"
#include "bench/child.h"
#include "bench/limits.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::bench {
namespace {

namespace fs = std::filesystem;

using Sizes = std::vector<std::uint32_t>;

struct Flow {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
};

double cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::uint32_t hosts_of(const Sizes& size) {
  return std::accumulate(size.begin(), size.end(), 1U, std::multiplies<>());
}

std::string machine_text(const Sizes& size) {
  return fmt::format(
      "[[host]]\nname = \"h[0-{}]\"\n[network]\nkind = \"graph\"\nbandwidth = "
      "\"10Gbit/s\"\nlatency "
      "= \"0s\"\n[network.shape]\nname = \"torus\"\nsize = [{}]\n",
      hosts_of(size) - 1, fmt::join(size, ", "));
}

std::string platform_text(const Sizes& size) {
  return fmt::format(
      "<?xml version='1.0'?>\n<!DOCTYPE platform SYSTEM "
      "\"https://simgrid.org/simgrid.dtd\">\n<platform version=\"4.1\">\n<cluster id=\"c\" "
      "prefix=\"h\" suffix=\"\" radical=\"0-{}\" speed=\"1Gf\" bw=\"10Gbps\" lat=\"0us\" "
      "topology=\"TORUS\" topo_parameters=\"{}\" sharing_policy=\"SPLITDUPLEX\"/>\n</platform>\n",
      hosts_of(size) - 1, fmt::join(size, ","));
}

/// Each host but those that would send to themselves sends to another one, in a random order.
std::vector<Flow> permutation(const Sizes& size) {
  std::vector<std::uint32_t> to(hosts_of(size));
  std::iota(to.begin(), to.end(), 0U);
  Random random(1);
  for (std::size_t i = to.size(); i > 1; --i) {
    std::swap(to[i - 1], to[random.next() % i]);
  }
  std::vector<Flow> flows;
  for (std::uint32_t from = 0; from < to.size(); ++from) {
    if (to[from] != from) {
      flows.push_back({from, to[from], 500'000 + random.next() % 1'000'000});
    }
  }
  return flows;
}

/// Each host sends to the next one of the x axis, each over a link of its own.
std::vector<Flow> neighbours(const Sizes& size) {
  std::vector<Flow> flows;
  for (std::uint32_t from = 0; from < hosts_of(size); ++from) {
    const std::uint32_t x = from % size[0];
    flows.push_back({from, from - x + (x + 1) % size[0], 500'000 + from});
  }
  return flows;
}

struct Played {
  double cpu_s = 0;
  std::vector<double> ends_s;  ///< by flow
};

double last_end(const Played& played) {
  return *std::max_element(played.ends_s.begin(), played.ends_s.end());
}

Played play(const Sizes& size, const std::vector<Flow>& flows) {
  const auto machine = machines::read_machine({"torus", machine_text(size)}).machine;
  std::vector<std::uint32_t> host_of(hosts_of(size));
  std::iota(host_of.begin(), host_of.end(), 0U);
  const auto network = machine->make_network(host_of, nullptr);
  const double begun = cpu_seconds();
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    network->enter(i, {flows[i].from, flows[i].to, flows[i].bytes}, Picoseconds{});
  }
  Played played{0, std::vector<double>(flows.size())};
  machines::NetworkEvents events;
  while (network->next() != machines::kNever) {
    const Picoseconds now = network->next();
    network->advance(now, events);
    for (const std::uint32_t id : events.arrived) {
      played.ends_s[id] = static_cast<double>(now.count()) * 1e-12;
    }
    events.arrived.clear();
  }
  played.cpu_s = cpu_seconds() - begun;
  return played;
}

class Peer {
 public:
  explicit Peer(fs::path folder) : folder_(std::move(folder)) {}

  [[nodiscard]] static bool exists() { return fs::exists(program()); }

  [[nodiscard]] Finished run(const Sizes& size, const std::vector<Flow>& flows) const {
    const fs::path platform = folder_ / fmt::format("torus_{}.xml", fmt::join(size, "x"));
    std::ofstream(platform) << platform_text(size);
    std::ofstream out(folder_ / "flows.txt");
    for (const Flow& flow : flows) {
      out << flow.from << ' ' << flow.to << ' ' << flow.bytes << '\n';
    }
    out.close();
    return bench::run({program(), platform, folder_ / "flows.txt"});
  }

  [[nodiscard]] std::optional<Played> play(const Sizes& size,
                                           const std::vector<Flow>& flows) const {
    Played played;
    std::istringstream answer(run(size, flows).out);
    answer >> played.cpu_s;
    for (double end = 0; answer >> end;) {
      played.ends_s.push_back(end);
    }
    return played.ends_s.size() == flows.size() ? std::optional(played) : std::nullopt;
  }

 private:
  static std::string program() { return std::string(DPS_BINARY_DIR) + "/bench/topologies_peer"; }

  fs::path folder_;
};

struct Row {
  const char* name;
  Sizes size;
  std::vector<Flow> flows;
  double most_of_simgrid;  // 0: it takes too long
};

void measure_one_message(const Peer& peer, const fs::path& folder, Limits& limits) {
  const Sizes size{46, 46, 46};
  std::ofstream(folder / "torus_46.toml") << machine_text(size);
  const Finished ours = run({std::string(DPS_BINARY_DIR) + "/bin/dps", "machine", "route",
                             folder / "torus_46.toml", "h0,h5000,1000000"});
  if (ours.status != 0) {
    limits.failed("dps machine route");
    return;
  }
  limits.at_most("torus 46x46x46, one message, whole command", ours.seconds, 1, "s");
  if (Peer::exists()) {
    const double theirs = peer.run(size, {{0, 5000, 1'000'000}}).seconds;
    limits.at_most(fmt::format("  of SimGrid's {:.3f} s", theirs), ours.seconds / theirs, 0.5,
                   "times");
  }
}

/// On a torus of odd sizes, where no two ways round are equal, both have the same routes.
void compare_ends(const Peer& peer, Limits& limits) {
  const Sizes size{9, 7, 5};
  const auto flows = permutation(size);
  const auto theirs = peer.play(size, flows);
  if (!theirs) {
    limits.failed("SimGrid");
    return;
  }
  const Played ours = play(size, flows);
  double most = 0;
  for (std::size_t i = 0; i < flows.size(); ++i) {
    most = std::max(most, std::abs(ours.ends_s[i] / theirs->ends_s[i] - 1));
  }
  limits.at_most("ends of a permutation on 9x7x5, from SimGrid's", most, 0.001, "times");
}

int measure(const fs::path& folder) {
  Limits limits;
  const Peer peer(folder);
  if (!Peer::exists()) {
    fmt::print("SimGrid is not there: its rows are left out\n");
  }
  measure_one_message(peer, folder, limits);
  if (Peer::exists()) {
    compare_ends(peer, limits);
  }
  const Sizes large{16, 16, 16};
  const std::vector<Row> rows{
      {"permutation on 8x8x8", {8, 8, 8}, permutation({8, 8, 8}), 0.25},
      {"permutation on 16x8x8", {16, 8, 8}, permutation({16, 8, 8}), 0.12},
      {"permutation on 16x16x16", large, permutation(large), 0},
      {"neighbours on 16x16x16", large, neighbours(large), 0.4},
  };
  std::vector<double> ours;
  for (const Row& row : rows) {
    const Played played = play(row.size, row.flows);
    ours.push_back(played.cpu_s);
    fmt::print("{}: {} flows, the last one ends after {:.9f} s\n", row.name, row.flows.size(),
               last_end(played));
    limits.at_most(row.name, played.cpu_s, 1, "s");
    if (row.most_of_simgrid > 0 && Peer::exists()) {
      if (const auto theirs = peer.play(row.size, row.flows)) {
        limits.at_most(fmt::format("  of SimGrid's {:.3f} s", theirs->cpu_s),
                       played.cpu_s / theirs->cpu_s, row.most_of_simgrid, "times");
      } else {
        limits.failed("SimGrid");
      }
    }
  }
  limits.at_most("permutation on 16x16x16 / on 16x8x8", ours[2] / ours[1], 12, "times");
  return limits.exit_status();
}

}  // namespace
}  // namespace dps::bench

int main(int argc, char** argv) {
  const std::filesystem::path folder =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path() / "dps-bench-topologies";
  std::filesystem::create_directories(folder);
  return dps::bench::measure(folder);
}
