#include "predictor/machines/kinds/native/file/graph_reader.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/exact_quantities.h"
#include "base/units.h"
#include "predictor/machines/kinds/native/file/free_graph_reader.h"
#include "predictor/machines/kinds/native/file/node_names.h"
#include "predictor/machines/kinds/native/file/shape_reader.h"
#include "predictor/machines/topology/graph.h"
#include "predictor/machines/topology/joined.h"
#include "predictor/machines/wide.h"

namespace dps::machines {
namespace {

using text::read_bandwidth;
using text::read_time;

constexpr std::array<std::string_view, 4> kRoutings{"shape", "dimension-order", "shortest",
                                                    "table"};
constexpr std::array<std::string_view, 4> kSwitchings{"flow", "store-and-forward", "cut-through",
                                                      "wormhole"};

constexpr std::uint64_t kMostPacket = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostHeader = std::uint64_t{1} << 20;

std::vector<Picoseconds> rounded_all(const std::optional<std::vector<Attoseconds>>& times) {
  std::vector<Picoseconds> all;
  for (const Attoseconds time : times.value_or(std::vector<Attoseconds>())) {
    all.push_back(rounded(time));
  }
  return all;
}

class GraphReader {
 public:
  GraphReader(TomlTable& network, const toml::table& fields, std::span<const MachineHost> hosts,
              TomlMistakes& mistakes)
      : network_(network), fields_(fields), hosts_(hosts), mistakes_(mistakes) {
    graph_.hosts = static_cast<std::uint32_t>(hosts.size());
  }

  GraphReading read() {
    usual_.bandwidth = network_.quantity("bandwidth", read_bandwidth);
    usual_.latency = time("latency");
    host_bandwidth_ = network_.quantity("host_bandwidth", read_bandwidth);
    host_latency_ = time("host_latency");
    graph_.delay = time("delay").value_or(Picoseconds{});
    const std::size_t before = mistakes_.count();
    read_switching();
    read_the_shape();
    read_free_graph();
    read_routing();
    graph_.seed = network_.count("seed", 0, std::numeric_limits<std::int64_t>::max()).value_or(0);
    if (mistakes_.count() == before) {
      make();
    }
    return {std::move(topology_), usual_.bandwidth, usual_.latency, packets_};
  }

 private:
  std::optional<Picoseconds> time(std::string_view key) {
    const auto time = network_.quantity(key, read_time);
    return time ? std::optional(rounded(*time)) : std::nullopt;
  }

  void read_switching() {
    constexpr std::array kWays{Switching::kFlow, Switching::kStoreAndForward,
                               Switching::kCutThrough, Switching::kWormhole};
    packets_.switching = kWays[network_.word("switching", kSwitchings).value_or(0)];
    packets_.packet = bytes("packet", 1, kMostPacket).value_or(packets_.packet);
    packets_.header = bytes("header", 0, kMostHeader).value_or(packets_.header);
    packets_.flit = bytes("flit", 1, kMostPacket).value_or(packets_.flit);
    for (const char* key : {"packet", "header", "flit"}) {
      if (const toml::node* node = network_.find(key);
          node != nullptr && packets_.switching == Switching::kFlow) {
        mistakes_.add(node->source(), fmt::format("'{}' goes with packets, and the messages of "
                                                  "switching = \"flow\" have none",
                                                  key));
      }
    }
    if (const toml::node* burst = fields_.get("burst");
        burst != nullptr && packets_.switching != Switching::kFlow) {
      mistakes_.add(burst->source(), "'burst' goes with switching = \"flow\"");
    }
  }

  std::optional<std::uint64_t> bytes(std::string_view key, std::uint64_t least,
                                     std::uint64_t most) {
    const auto bytes = network_.quantity(key, text::read_bytes);
    if (bytes && (*bytes < least || *bytes > most)) {
      mistakes_.add(network_.find(key)->source(),
                    fmt::format("expected {} to {} for '{}'", counted(least, "byte"),
                                counted(most, "byte"), key));
      return std::nullopt;
    }
    return bytes;
  }

  // --- the shape --------------------------------------------------------------------------------

  void read_the_shape() {
    const toml::table* fields = network_.table("shape");
    has_shape_ = fields_.contains("shape");
    if (fields != nullptr) {
      const bool has_host_links = host_bandwidth_ || host_latency_;
      const ReadShape read = read_shape(*fields, graph_.hosts, has_host_links, mistakes_);
      graph_.shape = read.shape;
      is_grid_ = read.is_grid;
      if (graph_.shape != nullptr) {
        read_levels(read.levels);
      }
    }
    for (const char* key : {"host_bandwidth", "host_latency", "bandwidths", "latencies"}) {
      if (const toml::node* node = network_.find(key); node != nullptr && !has_shape_) {
        mistakes_.add(node->source(), fmt::format("'{}' goes with [network.shape]", key));
      }
    }
  }

  void read_levels(const ShapeLevels& levels) {
    const std::size_t count = levels.count;
    if (count == 0) {
      for (const char* key : {"bandwidths", "latencies"}) {
        if (const toml::node* node = network_.find(key)) {
          mistakes_.add(node->source(), "the links of this shape have no levels, and no lists");
        }
      }
      graph_.figures.levels = {usual_kind()};
      graph_.figures.host = host_kind(usual_kind());
      return;
    }
    const auto bandwidths = network_.quantities("bandwidths", read_bandwidth, count, levels.what);
    const auto latencies =
        rounded_all(network_.quantities("latencies", read_time, count, levels.what));
    for (std::size_t i = 0; i < count; ++i) {
      LinkKind kind{bandwidths ? (*bandwidths)[i] : BitsPerSecond{},
                    latencies.empty() ? Picoseconds{} : latencies[i]};
      if (i == 0 && levels.is_first_of_hosts) {
        kind.bandwidth = host_bandwidth_.value_or(kind.bandwidth);
        kind.latency = host_latency_.value_or(kind.latency);
      }
      if (!bandwidths && !(i == 0 && levels.is_first_of_hosts && host_bandwidth_)) {
        kind.bandwidth = usual_bandwidth();
      }
      if (latencies.empty() && !(i == 0 && levels.is_first_of_hosts && host_latency_)) {
        kind.latency = usual_latency();
      }
      const std::uint64_t factor = levels.factors.empty() ? 1 : levels.factors[i];
      if (kind.bandwidth.bits > kMostBandwidth.bits / factor) {
        mistakes_.add(fields_.source(), "the bandwidth of parallel links is above 1000Tbit/s");
      } else {
        kind.bandwidth = BitsPerSecond(kind.bandwidth.bits * factor);
      }
      graph_.figures.levels.push_back(kind);
    }
    if (host_bandwidth_ || host_latency_) {
      graph_.figures.host = host_kind({});
    }
  }

  LinkKind host_kind(LinkKind kind) {
    kind.bandwidth = host_bandwidth_ ? *host_bandwidth_ : usual_bandwidth();
    kind.latency = host_latency_ ? *host_latency_ : usual_latency();
    return kind;
  }

  // --- what links have without keys of their own ------------------------------------------------

  LinkKind usual_kind() { return {usual_bandwidth(), usual_latency()}; }
  BitsPerSecond usual_bandwidth() {
    return needed(usual_.bandwidth, "bandwidth").value_or(BitsPerSecond(1));
  }
  Picoseconds usual_latency() { return needed(usual_.latency, "latency").value_or(Picoseconds{}); }
  /// Reports once that a link needs the key of [network].
  template <typename Value>
  std::optional<Value> needed(const std::optional<Value>& value, const char* key) {
    if (!fields_.contains(key) && !missing_[key]) {
      missing_[key] = true;
      network_.find(key, true);
    }
    return value;
  }

  // --- the free graph ---------------------------------------------------------------------------

  void read_free_graph() {
    const toml::node* routers = network_.find("router");
    const toml::node* links = network_.find("link");
    routes_ = network_.find("route");
    if (!has_shape_ && links == nullptr) {
      mistakes_.add(fields_.source(), "a graph has [network.shape] or [[network.link]]");
      return;
    }
    if (routers == nullptr && links == nullptr && routes_ == nullptr) {
      return;
    }
    if (has_shape_ && graph_.shape == nullptr) {
      return;  // its routers are not known
    }
    names_.emplace(hosts_, graph_.shape.get());
    FreeGraphReader reader(*names_, graph_, mistakes_);
    reader.read_routers(routers);
    reader.read_links(links, usual_);
    listed_ = reader.read_routes(routes_);
  }

  // --- routing ----------------------------------------------------------------------------------

  void read_routing() {
    const auto word = network_.word("routing", kRoutings);
    const toml::node* node = network_.find("routing");
    const std::string_view routing = word ? kRoutings[*word] : has_shape_ ? "shape" : "shortest";
    graph_.routing = routing == "shortest" ? RoutingKind::kShortest
                     : routing == "table"  ? RoutingKind::kTable
                                           : RoutingKind::kShape;
    if (routing == "shape" && !has_shape_) {
      mistakes_.add(node->source(), "routing = \"shape\" goes with [network.shape]");
    } else if (routing == "dimension-order" && !is_grid_ &&
               (graph_.shape != nullptr || !has_shape_)) {
      mistakes_.add(node->source(),
                    "routing = \"dimension-order\" goes with a mesh, a torus or a hypercube");
    }
    if (routing != "table" && routes_ != nullptr) {
      mistakes_.add(routes_->source(), "[[network.route]] goes with routing = \"table\"");
    } else if (routing == "table" && routes_ == nullptr) {
      mistakes_.add(node->source(), "routing = \"table\" goes with [[network.route]]");
    }
  }

  void make() {
    const bool has_shape = graph_.shape != nullptr;
    const auto made = std::make_shared<const GraphTopology>(std::move(graph_));
    topology_ = made;
    if (const auto pair = has_shape ? std::nullopt : unjoined_hosts(*topology_)) {
      mistakes_.add(fields_.source(), fmt::format("no links lead from '{}' to '{}'",
                                                  printable(hosts_[pair->from].name),
                                                  printable(hosts_[pair->to].name)));
    } else if (made->graph().routing == RoutingKind::kTable) {
      check_routes(*made, listed_, mistakes_);
    }
  }

  TomlTable& network_;
  const toml::table& fields_;
  std::span<const MachineHost> hosts_;
  TomlMistakes& mistakes_;
  GraphDescription graph_;
  PacketOptions packets_;
  std::shared_ptr<const Topology> topology_;
  UsualLink usual_;
  std::map<std::string_view, bool> missing_;  // keys that were reported
  std::optional<BitsPerSecond> host_bandwidth_;
  std::optional<Picoseconds> host_latency_;
  bool has_shape_ = false;
  bool is_grid_ = false;
  std::optional<NodeNames> names_;
  const toml::node* routes_ = nullptr;
  std::vector<ListedRoute> listed_;
};

}  // namespace

GraphReading read_graph(TomlTable& network, const toml::table& fields,
                        std::span<const MachineHost> hosts, TomlMistakes& mistakes) {
  return GraphReader(network, fields, hosts, mistakes).read();
}

}  // namespace dps::machines
