#include "predictor/machines/kinds/native/file/native_file.h"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/exact_quantities.h"
#include "predictor/machines/files/host_tables.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/native/file/graph_reader.h"
#include "predictor/machines/kinds/native/native_machine.h"

namespace dps::machines {
namespace {

using text::read_bandwidth;
using text::read_bytes;
using text::read_time;

constexpr Attoseconds kAssumedMultiply(1'000'000'000);  // 1 ns
constexpr std::uint64_t kMostBuffer = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostBurst = std::uint64_t{1} << 20;
constexpr std::array<std::string_view, 3> kNetworkWords{"switch", "bus", "graph"};
constexpr std::array<std::string_view, 2> kWaitWords{"block", "spin"};

class NativeReader {
 public:
  explicit NativeReader(TomlMistakes& mistakes) : mistakes_(mistakes), hosts_(mistakes) {}

  NativeDescription read(const toml::table& root) {
    TomlTable top(root, "the file", mistakes_);
    description_.name = top.text("name").value_or("");
    read_hosts(top.find("host"), root);
    read_network(top.table("network", true));
    read_local(top.table("local"));
    read_cost(top.table("cost"));
    top.table("calibration");  // remarks of dps calibrate, not used
    top.done();
    return std::move(description_);
  }

 private:
  Picoseconds time(TomlTable& table, std::string_view key, bool required = false) {
    return rounded(table.quantity(key, read_time, required).value_or(Attoseconds{}));
  }

  TimePerByte per_byte(TomlTable& table, std::string_view key, TimePerByte otherwise = {}) {
    return TimePerByte(table.quantity(key, read_time).value_or(otherwise.each));
  }

  BitsPerSecond bandwidth(TomlTable& table) {
    return table.quantity("bandwidth", read_bandwidth, true).value_or(BitsPerSecond(1));
  }

  std::optional<std::uint64_t> burst(TomlTable& table) {
    const auto bytes = table.quantity("burst", read_bytes);
    if (bytes > kMostBurst) {
      mistakes_.add(table.find("burst")->source(), "a burst is at most 1 MiB");
    }
    return bytes;
  }

  void read_hosts(const toml::node* node, const toml::table& root) {
    if (node == nullptr || (node->is_array() && node->as_array()->empty())) {
      mistakes_.add(node == nullptr ? root.source() : node->source(),
                    "there is no host; a machine has at least one [[host]]");
      return;
    }
    for (const toml::table* fields : tables_of(node, kHostList, mistakes_)) {
      read_host(*fields);
    }
    description_.hosts = std::move(hosts_.hosts);
    description_.timings = std::move(hosts_.timings);
    description_.multiply.reserve(description_.hosts.size());
    for (const auto& multiply : hosts_.multiply) {
      description_.multiply.push_back(multiply.value_or(kAssumedMultiply));
    }
  }

  void read_host(const toml::table& fields) {
    HostLink link;
    std::optional<std::uint64_t> burst;
    const std::size_t before = hosts_.hosts.size();
    hosts_.read(fields, [&](TomlTable& table) {
      link.bandwidth = table.quantity("bandwidth", read_bandwidth).value_or(BitsPerSecond{});
      link.latency = time(table, "latency");
      burst = this->burst(table);
    });
    for (const char* key : {"bandwidth", "latency", "burst"}) {
      first_link_ = first_link_ == nullptr ? fields.get(key) : first_link_;
    }
    const auto set = fields["name"].value<std::string>();
    if (set && !fields.contains("multiply")) {
      description_.notes.push_back("the machine file has no 'multiply' for '" + printable(*set) +
                                   "': 1 ns per multiplication is assumed");
    }
    links_.resize(before);
    links_.resize(hosts_.hosts.size(), {link, burst});
  }

  void read_network(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    TomlTable table(*fields, "[network]", mistakes_);
    FlowNetworkOptions& network = description_.network;
    constexpr std::array kKinds{NetworkKind::kSwitch, NetworkKind::kBus, NetworkKind::kGraph};
    network.kind = kKinds[table.word("kind", kNetworkWords).value_or(0)];
    network.burst = burst(table).value_or(0);
    if (network.kind == NetworkKind::kGraph) {
      read_graph_network(table, *fields);
    } else {
      network.bandwidth = bandwidth(table);
      network.latency = time(table, "latency", true);
      refuse_graph(table);
    }
    table.done();
    if (network.kind == NetworkKind::kBus && first_link_ != nullptr) {
      mistakes_.add(first_link_->source(), "on a bus no host has a link of its own");
    } else if (network.kind == NetworkKind::kGraph && first_link_ != nullptr) {
      mistakes_.add(first_link_->source(), "the links of a graph are in [network]");
    } else if (first_link_ != nullptr) {
      for (const auto& [link, burst] : links_) {
        const std::uint64_t usual = link.bandwidth == BitsPerSecond{} ? network.burst : 0;
        network.links.push_back({link.bandwidth, link.latency, burst.value_or(usual)});
      }
    }
  }

  void read_graph_network(TomlTable& table, const toml::table& fields) {
    const GraphReading graph = read_graph(table, fields, description_.hosts, mistakes_);
    FlowNetworkOptions& network = description_.network;
    network.bandwidth =
        graph.bandwidth.value_or(BitsPerSecond(fields.contains("bandwidth") ? 1 : 0));
    network.latency = graph.latency.value_or(Picoseconds{});
    description_.graph = graph.topology;
    description_.packets = graph.packets;
  }

  void refuse_graph(TomlTable& table) {
    for (const char* key : {"shape", "router", "link", "route"}) {
      if (const toml::node* node = table.find(key)) {
        mistakes_.add(node->source(),
                      fmt::format("'{}' goes with kind = \"graph\" in [network]", key));
      }
    }
  }

  void read_local(const toml::table* fields) {
    FlowNetworkOptions& network = description_.network;
    if (fields == nullptr && network.kind == NetworkKind::kGraph &&
        network.bandwidth == BitsPerSecond{}) {
      mistakes_.add({},
                    "there is no [local], and [network] has no 'bandwidth' for messages within "
                    "a host");
      return;
    }
    if (fields == nullptr) {
      network.local_bandwidth = network.bandwidth;
      network.local_latency = network.latency;
      description_.notes.emplace_back(
          "the machine file has no [local]: messages within a host have the network's bandwidth "
          "and latency");
      return;
    }
    TomlTable table(*fields, "[local]", mistakes_);
    network.local_bandwidth = bandwidth(table);
    network.local_latency = time(table, "latency", true);
    table.done();
  }

  void read_cost(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    TomlTable table(*fields, "[cost]", mistakes_);
    auto& cost = description_.cost;
    cost.send = time(table, "send");
    cost.receive = time(table, "receive");
    cost.send_per_byte = per_byte(table, "send_per_byte");
    cost.receive_per_byte = per_byte(table, "receive_per_byte");
    cost.pack_per_byte = per_byte(table, "pack_per_byte");
    cost.xdr_per_byte = per_byte(table, "xdr_per_byte");
    cost.unpack_per_byte = per_byte(table, "unpack_per_byte");
    cost.wakeup = time(table, "wakeup");
    read_rested(table);
    if (table.find("poll") != nullptr) {
      cost.poll = time(table, "poll");
    }
    cost.blocks = table.word("wait", kWaitWords) != 1;
    description_.network.buffer = table.quantity("buffer", read_bytes);
    if (description_.network.buffer > kMostBuffer) {
      mistakes_.add(table.find("buffer")->source(), "a buffer holds at most 2^40 bytes");
    }
    if (description_.network.buffer && description_.packets.switching != Switching::kFlow) {
      mistakes_.add(table.find("buffer")->source(), "'buffer' goes with switching = \"flow\"");
    }
    read_measured(table.table("measured"));
    read_bends(table.find("beyond"));
    table.done();
  }

  void read_rested(TomlTable& table) {
    const toml::node* const rest = table.find("rest");
    const toml::node* const wakeup = table.find("wakeup_rested");
    if ((rest == nullptr) != (wakeup == nullptr)) {
      mistakes_.add((rest != nullptr ? rest : wakeup)->source(),
                    "'rest' and 'wakeup_rested' go together: how long a core has rested, and how "
                    "long a process then takes to wake up");
    }
    if (rest != nullptr && wakeup != nullptr) {
      description_.cost.rested = {time(table, "rest"), time(table, "wakeup_rested")};
    }
  }

  void read_bends(const toml::node* node) {
    for (const toml::table* fields :
         tables_of(node, {"bends", "[[cost.beyond]]", "a table with a size"}, mistakes_)) {
      read_bend(*fields);
    }
  }

  /// Reads a bend. An absent key has the value that it has below the bend.
  void read_bend(const toml::table& fields) {
    TomlTable table(fields, "[[cost.beyond]]", mistakes_);
    auto& cost = description_.cost;
    const bool is_first = cost.bends.empty();
    CostBend bend =
        is_first ? CostBend{0, cost.send_per_byte, cost.receive_per_byte} : cost.bends.back();
    const std::uint64_t below = bend.size;
    const auto size = table.quantity("size", read_bytes, true);
    bend.size = size.value_or(bend.size);
    bend.send_per_byte = per_byte(table, "send_per_byte", bend.send_per_byte);
    bend.receive_per_byte = per_byte(table, "receive_per_byte", bend.receive_per_byte);
    table.done();
    if (size && *size <= below) {
      mistakes_.add(table.find("size")->source(),
                    is_first ? "a bend is at a size above 0" : "the sizes of bends ascend");
    }
    cost.bends.push_back(bend);
  }

  void read_measured(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    TomlTable table(*fields, "'measured'", mistakes_);
    description_.least_bytes = table.quantity("min", read_bytes);
    description_.most_bytes = table.quantity("max", read_bytes);
    table.done();
    if (description_.least_bytes && description_.most_bytes &&
        *description_.least_bytes > *description_.most_bytes) {
      mistakes_.add(fields->source(), "'min' is larger than 'max'");
    }
  }

  TomlMistakes& mistakes_;
  NativeDescription description_;
  HostTables hosts_;
  std::vector<std::pair<HostLink, std::optional<std::uint64_t>>> links_;  // by host; its burst
  const toml::node* first_link_ = nullptr;  // the first link property of a host, for errors
};

}  // namespace

NativeReading read_native_description(const SourceText& source) {
  auto reading = read_toml(source.text, [](const toml::table& table, TomlMistakes& mistakes) {
    return NativeReader(mistakes).read(table);
  });
  return {std::move(reading.value), std::move(reading.diagnostics)};
}

MachineReading read_native_file(const SourceText& source) {
  NativeReading reading = read_native_description(source);
  MachineReading result;
  result.diagnostics = std::move(reading.diagnostics);
  if (reading.description) {
    result.machine = std::make_unique<NativeMachine>(*std::move(reading.description));
  }
  return result;
}

}  // namespace dps::machines
