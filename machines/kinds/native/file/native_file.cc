#include "machines/kinds/native/file/native_file.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "base/printable.h"
#include "base/suggestion.h"
#include "base/units.h"
#include "machines/files/toml_tables.h"
#include "machines/kinds/native/native_machine.h"
#include "machines/limits.h"
#include "text/exact_quantities.h"
#include "text/node_set.h"

namespace dps::machines {
namespace {

using text::read_bandwidth;
using text::read_bytes;
using text::read_time;

/// A model's hosts may have names that ssh would not accept. Source: docs/machines.md, "Limits".
constexpr text::NodeSetRules kNodeSetRules{1'000'000, 255, text::NameBytes::kAny};
constexpr std::uint64_t kMostCores = 1'000'000;
constexpr Attoseconds kAssumedMultiply(1'000'000'000);  // 1 ns
constexpr std::uint64_t kMostBuffer = std::uint64_t{1} << 40;
constexpr std::uint64_t kMostBurst = std::uint64_t{1} << 20;

class Reader {
 public:
  explicit Reader(TomlMistakes& mistakes) : mistakes_(mistakes) {}

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

  std::string word(TomlTable& table, std::string_view key, const std::vector<std::string>& words) {
    const auto text = table.text(key);
    if (text && std::find(words.begin(), words.end(), *text) == words.end()) {
      std::string list;
      for (const std::string& one : words) {
        list += (list.empty() ? "'" : " or '") + one + "'";
      }
      mistakes_.add(table.find(key)->source(), "expected " + list + " for '" + std::string(key) +
                                                   "', got '" + printable(*text) + "'" +
                                                   did_you_mean(*text, words));
    }
    return text.value_or(words.front());
  }

  void read_hosts(const toml::node* node, const toml::table& root) {
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (node == nullptr || (list != nullptr && list->empty())) {
      mistakes_.add(node == nullptr ? root.source() : node->source(),
                    "there is no host; a machine has at least one [[host]]");
      return;
    }
    if (list == nullptr) {
      mistakes_.add(node->source(), "hosts are a list: write [[host]], in two pairs of brackets");
      return;
    }
    for (const toml::node& element : *list) {
      if (element.is_table()) {
        read_host(*element.as_table());
      } else {
        mistakes_.add(element.source(),
                      "expected a host's table, got " + std::string(kind_of(element)));
      }
    }
  }

  void read_host(const toml::table& fields) {
    TomlTable table(fields, "[[host]]", mistakes_);
    MachineHost host;
    const toml::node* name = table.find("name", true);
    host.type = table.text("type").value_or("");
    host.speed = table.count("speed", 1, kMostSpeed).value_or(host.speed);
    host.cores = static_cast<std::uint32_t>(table.count("cores", 1, kMostCores).value_or(1));
    host.memory = table.quantity("memory", read_bytes);
    const Attoseconds multiply = table.quantity("multiply", read_time).value_or(kAssumedMultiply);
    HostLink link;
    link.bandwidth = table.quantity("bandwidth", read_bandwidth).value_or(BitsPerSecond{});
    link.latency = time(table, "latency");
    const auto burst = this->burst(table);
    table.done();
    for (const char* key : {"bandwidth", "latency", "burst"}) {
      first_link_ = first_link_ == nullptr ? fields.get(key) : first_link_;
    }
    if (const auto set = table.text("name")) {
      if (!fields.contains("multiply")) {
        description_.notes.push_back("the machine file has no 'multiply' for '" + printable(*set) +
                                     "': 1 ns per multiplication is assumed");
      }
      const std::size_t before = description_.hosts.size();
      add_hosts(*set, name->source(), host, multiply);
      links_.resize(before);
      links_.resize(description_.hosts.size(), {link, burst});
    }
  }

  void add_hosts(const std::string& set, const toml::source_region& where, MachineHost host,
                 Attoseconds multiply) {
    const text::SourceMap source(set);
    text::Problems problems(source);
    const auto names = text::expand(source, text::range_of(0, set.size()), kNodeSetRules, problems);
    if (!names) {
      mistakes_.add(where, "in " + text::quoted(set) + ": " + problems.take().front().text);
      return;
    }
    if (description_.hosts.size() + names->size() > kNodeSetRules.most_names) {
      mistakes_.add(where, "more than " + format_count(kNodeSetRules.most_names) + " hosts");
      return;
    }
    for (const std::string& name : *names) {
      const auto [first, is_new] = places_.try_emplace(name, where);
      if (!is_new) {
        mistakes_.add(where, "host '" + printable(name) + "' is named twice", first->second,
                      "first named here");
        return;
      }
      host.name = name;
      description_.hosts.push_back(host);
      description_.multiply.push_back(multiply);
    }
  }

  void read_network(const toml::table* fields) {
    if (fields == nullptr) {
      return;
    }
    TomlTable table(*fields, "[network]", mistakes_);
    FlowNetworkOptions& network = description_.network;
    network.kind =
        word(table, "kind", {"switch", "bus"}) == "bus" ? NetworkKind::kBus : NetworkKind::kSwitch;
    network.bandwidth = bandwidth(table);
    network.latency = time(table, "latency", true);
    network.burst = burst(table).value_or(0);
    table.done();
    if (network.kind == NetworkKind::kBus && first_link_ != nullptr) {
      mistakes_.add(first_link_->source(), "on a bus no host has a link of its own");
    } else if (first_link_ != nullptr) {
      for (const auto& [link, burst] : links_) {
        const std::uint64_t usual = link.bandwidth == BitsPerSecond{} ? network.burst : 0;
        network.links.push_back({link.bandwidth, link.latency, burst.value_or(usual)});
      }
    }
  }

  void read_local(const toml::table* fields) {
    FlowNetworkOptions& network = description_.network;
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
    cost.blocks = word(table, "wait", {"block", "spin"}) == "block";
    description_.network.buffer = table.quantity("buffer", read_bytes);
    if (description_.network.buffer > kMostBuffer) {
      mistakes_.add(table.find("buffer")->source(), "a buffer holds at most 2^40 bytes");
    }
    read_measured(table.table("measured"));
    read_bends(table.find("beyond"));
    table.done();
  }

  void read_bends(const toml::node* node) {
    const toml::array* list = node == nullptr ? nullptr : node->as_array();
    if (node != nullptr && list == nullptr) {
      mistakes_.add(node->source(),
                    "bends are a list: write [[cost.beyond]], in two pairs of "
                    "brackets");
    }
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i) {
      const toml::node& element = *list->get(i);
      if (element.is_table()) {
        read_bend(*element.as_table());
      } else {
        mistakes_.add(element.source(),
                      "expected a table with a size, got " + std::string(kind_of(element)));
      }
    }
  }

  /// A key that is absent has the value that it has below the bend.
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
  std::unordered_map<std::string, toml::source_region> places_;
  std::vector<std::pair<HostLink, std::optional<std::uint64_t>>> links_;  // by host; its burst
  const toml::node* first_link_ = nullptr;  // the first link property of a host, for errors
};

}  // namespace

NativeReading read_native_description(const SourceText& source) {
  NativeReading reading;
  TomlMistakes mistakes(source.text);
  if (const auto table = parse_toml(source.text, mistakes)) {
    NativeDescription description = Reader(mistakes).read(*table);
    if (mistakes.is_empty()) {
      reading.description = std::move(description);
    }
  }
  reading.diagnostics = mistakes.take();
  return reading;
}

std::vector<std::string> host_names(std::string_view set) {
  const text::SourceMap source(set);
  text::Problems problems(source);
  return text::expand(source, text::range_of(0, set.size()), kNodeSetRules, problems)
      .value_or(std::vector<std::string>());
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
