#include "bench/topologies/flows.h"

#include <ctime>
#include <fstream>
#include <memory>
#include <numeric>
#include <sstream>
#include <utility>

#include "base/random.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::bench {
namespace {

double own_cpu_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string peer_program() {
  return std::string(DPS_BINARY_DIR) + "/bench/topologies_peer";
}

}  // namespace

std::vector<Flow> permutation(std::uint32_t hosts) {
  std::vector<std::uint32_t> to(hosts);
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

std::vector<Flow> neighbours(const Sizes& size) {
  std::vector<Flow> flows;
  for (std::uint32_t from = 0; from < torus(size).hosts; ++from) {
    const std::uint32_t x = from % size[0];
    flows.push_back({from, from - x + (x + 1) % size[0], 500'000 + from});
  }
  return flows;
}

Played play(const std::string& machine_text, const std::vector<Flow>& flows) {
  const auto machine = machines::read_machine({"machine", machine_text}).machine;
  std::vector<std::uint32_t> host_of(machine->hosts().size());
  std::iota(host_of.begin(), host_of.end(), 0U);
  const auto network = machine->make_network(host_of, nullptr);
  const double begun = own_cpu_seconds();
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
  played.cpu_s = own_cpu_seconds() - begun;
  for (const machines::LinkLoad& load : network->report().links) {
    played.bytes_on_links += static_cast<double>(load.bytes);
  }
  return played;
}

bool Peer::exists() {
  return std::filesystem::exists(peer_program());
}

Finished Peer::run(const Platform& platform, const std::vector<Flow>& flows) const {
  const std::filesystem::path file = folder_ / (platform.name + ".xml");
  std::ofstream(file) << platform_text(platform);
  std::ofstream out(folder_ / "flows.txt");
  for (const Flow& flow : flows) {
    out << flow.from << ' ' << flow.to << ' ' << flow.bytes << '\n';
  }
  out.close();
  return bench::run({peer_program(), file, folder_ / "flows.txt", "--log=root.thresh:warning"});
}

std::optional<Played> Peer::play(const Platform& platform, const std::vector<Flow>& flows) const {
  Played played;
  std::istringstream answer(run(platform, flows).out);
  answer >> played.cpu_s;
  for (double end = 0; answer >> end;) {
    played.ends_s.push_back(end);
  }
  return played.ends_s.size() == flows.size() ? std::optional(played) : std::nullopt;
}

}  // namespace dps::bench
