#include "predictor/machines/kinds/native/file/native_keys.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <utility>

#include "predictor/machines/files/host_keys.h"
#include "predictor/machines/files/timing_keys.h"
#include "predictor/machines/files/toml_edit.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/native/file/shape_keys.h"

namespace dps::machines {
namespace {

/// A key of a table of the file.
struct KeyRow {
  std::string_view key;
  Better better = Better::kNeither;
  ScaleValue scale = nullptr;
  std::string_view otherwise;  ///< the value if the file has none; empty if there is no value
  /// The key of [network] whose value applies if the file has none.
  std::string_view as_network = {};
  std::string_view path = {};  ///< MachineKey::path
};

constexpr std::array kHostRows{
    KeyRow{"type", Better::kNeither, nullptr, ""},
    KeyRow{"speed", Better::kMore, scale_count, "1000", "", "compute"},
    KeyRow{"cores", Better::kNeither, scale_count, "1"},
    KeyRow{"memory", Better::kNeither, scale_bytes, ""},
    KeyRow{"multiply", Better::kLess, scale_time, "1ns", "", "compute"},
    KeyRow{"turn", Better::kLess, scale_time, "0s", "", ""},
    KeyRow{"bandwidth", Better::kMore, scale_bandwidth, "", "bandwidth", "under_way"},
    KeyRow{"latency", Better::kLess, scale_time, "0s", "", "under_way"},
    KeyRow{"burst", Better::kMore, scale_bytes, "0B", "burst", "under_way"}};
constexpr std::array kNetworkRows{
    KeyRow{"kind", Better::kNeither, nullptr, "switch"},
    KeyRow{"bandwidth", Better::kMore, scale_bandwidth, "", "", "under_way"},
    KeyRow{"latency", Better::kLess, scale_time, "", "", "under_way"},
    KeyRow{"burst", Better::kMore, scale_bytes, "0B", "", "under_way"}};
/// The keys of a graph, after those of all networks.
constexpr std::array kGraphRows{
    KeyRow{"delay", Better::kLess, scale_time, "0s", "", "under_way"},
    KeyRow{"host_bandwidth", Better::kMore, scale_bandwidth, "", "", "under_way"},
    KeyRow{"host_latency", Better::kLess, scale_time, "", "", "under_way"},
    KeyRow{"bandwidths", Better::kNeither, nullptr, ""},
    KeyRow{"latencies", Better::kNeither, nullptr, ""},
    KeyRow{"routing", Better::kNeither, nullptr, ""},
    KeyRow{"switching", Better::kNeither, nullptr, "flow"},
    KeyRow{"packet", Better::kNeither, scale_bytes, ""},
    KeyRow{"header", Better::kNeither, scale_bytes, ""},
    KeyRow{"flit", Better::kNeither, scale_bytes, ""},
    KeyRow{"seed", Better::kNeither, scale_count, "0"}};
constexpr std::array kShapeRows{KeyRow{"name", Better::kNeither, nullptr, ""},
                                KeyRow{"size", Better::kNeither, nullptr, ""},
                                KeyRow{"order", Better::kNeither, nullptr, ""},
                                KeyRow{"dimensions", Better::kNeither, scale_count, ""},
                                KeyRow{"arity", Better::kNeither, scale_count, ""},
                                KeyRow{"levels", Better::kNeither, scale_count, ""},
                                KeyRow{"down", Better::kNeither, nullptr, ""},
                                KeyRow{"up", Better::kNeither, nullptr, ""},
                                KeyRow{"parallel", Better::kNeither, nullptr, ""},
                                KeyRow{"groups", Better::kNeither, scale_count, ""},
                                KeyRow{"chassis", Better::kNeither, scale_count, ""},
                                KeyRow{"routers", Better::kNeither, scale_count, ""},
                                KeyRow{"hosts", Better::kNeither, scale_count, "1"},
                                KeyRow{"radix", Better::kNeither, scale_count, "2"},
                                KeyRow{"stages", Better::kNeither, scale_count, ""}};
constexpr std::array kLinkRows{
    KeyRow{"ends", Better::kNeither, nullptr, ""},
    KeyRow{"bandwidth", Better::kMore, scale_bandwidth, "", "bandwidth", "under_way"},
    KeyRow{"latency", Better::kLess, scale_time, "", "latency", "under_way"},
    KeyRow{"count", Better::kNeither, scale_count, "1"},
    KeyRow{"duplex", Better::kNeither, nullptr, "full"},
    KeyRow{"shared", Better::kNeither, nullptr, "true"},
    KeyRow{"weight", Better::kNeither, scale_count, "1"}};
constexpr std::array kRouterRows{
    KeyRow{"delay", Better::kLess, scale_time, "", "delay", "under_way"}};
constexpr std::array kLocalRows{
    KeyRow{"bandwidth", Better::kMore, scale_bandwidth, "", "bandwidth", "under_way"},
    KeyRow{"latency", Better::kLess, scale_time, "", "latency", "under_way"}};
constexpr std::array kCostRows{
    KeyRow{"send", Better::kLess, scale_time, "0s", "", "send"},
    KeyRow{"receive", Better::kLess, scale_time, "0s", "", "take"},
    KeyRow{"send_per_byte", Better::kLess, scale_time, "0s", "", "send"},
    KeyRow{"receive_per_byte", Better::kLess, scale_time, "0s", "", "take"},
    KeyRow{"pack_per_byte", Better::kLess, scale_time, "0s", "", "pack"},
    KeyRow{"xdr_per_byte", Better::kLess, scale_time, "0s", "", "pack"},
    KeyRow{"unpack_per_byte", Better::kLess, scale_time, "0s", "", "take"},
    KeyRow{"buffer", Better::kMore, scale_bytes, "", "", ""},
    KeyRow{"wait", Better::kNeither, nullptr, "block"},
    KeyRow{"wakeup", Better::kLess, scale_time, "0s", "", "wake_up"},
    KeyRow{"rest", Better::kMore, scale_time, "", "", ""},
    KeyRow{"wakeup_rested", Better::kLess, scale_time, "", "", "wake_up"},
    KeyRow{"poll", Better::kLess, scale_time, "", "", ""}};
constexpr std::array kBendRows{
    KeyRow{"size", Better::kNeither, scale_bytes, ""},
    KeyRow{"send_per_byte", Better::kLess, scale_time, "", "", "send"},
    KeyRow{"receive_per_byte", Better::kLess, scale_time, "", "", "take"}};

constexpr std::string_view kSwitching = "network.switching";

/// A table of the file and a key of it.
struct TableKey {
  std::string_view table;
  std::string_view key;
};
constexpr std::array kOfPackets{TableKey{"network", "packet"}, TableKey{"network", "header"},
                                TableKey{"network", "flit"}};
constexpr std::array kOfFlows{TableKey{"network", "burst"}, TableKey{"cost", "buffer"}};

constexpr std::string_view kHost = "host.";
constexpr std::string_view kBend = "cost.beyond.";
constexpr std::string_view kLink = "network.link.";
constexpr std::string_view kRouter = "network.router.";

using Rows = std::span<const KeyRow>;

const KeyRow* row_of(Rows rows, std::string_view key) {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const KeyRow& row) { return row.key == key; });
  return found == rows.end() ? nullptr : &*found;
}

/// Returns true if the key can be set for the shape.
bool goes_with_shape(std::string_view shape, std::string_view key) {
  const auto row = std::find_if(kKeysOfShapes.begin(), kKeysOfShapes.end(),
                                [&](const KeysOfShape& of) { return of.shape == shape; });
  return key == "name" || (row != kKeysOfShapes.end() &&
                           std::find(row->keys.begin(), row->keys.end(), key) != row->keys.end());
}

/// One table of the file.
struct KeyTable {
  const toml::table* table = nullptr;  ///< null if the file does not have it
  Rows rows;
};

/// A native machine file, and its keys.
class NativeKeys {
 public:
  explicit NativeKeys(std::string_view text) : text_(text) {
    TomlMistakes mistakes(text);
    root_ = parse_toml(text, mistakes).value_or(toml::table());
  }

  [[nodiscard]] std::vector<MachineKey> all() const;
  [[nodiscard]] std::optional<MachineKey> find(std::string_view name) const;
  [[nodiscard]] std::optional<std::string> with(std::string_view name,
                                                std::string_view value) const;
  /// The text without a key, if it has that.
  [[nodiscard]] std::string without(const TableKey& at) const {
    return table(at.table) == nullptr ? std::string(text_)
                                      : without_toml_value(text_, *table(at.table), at.key);
  }

 private:
  /// A key, and the table that has it or could have it.
  struct KeyTarget {
    KeyTable table;
    const KeyRow* row = nullptr;
    std::string_view section;  ///< "network"
    HostKeyPlace host = {};    ///< of a host
  };

  [[nodiscard]] const toml::table* table(std::string_view name) const {
    const toml::node* node = root_.get(name);
    return node == nullptr ? nullptr : node->as_table();
  }
  [[nodiscard]] const toml::array* list(const toml::table* of, std::string_view name) const {
    const toml::node* node = of == nullptr ? nullptr : of->get(name);
    return node == nullptr ? nullptr : node->as_array();
  }
  [[nodiscard]] const toml::array* hosts() const { return list(&root_, "host"); }
  [[nodiscard]] const toml::array* bends() const { return list(table("cost"), "beyond"); }
  [[nodiscard]] const toml::array* links() const { return list(table("network"), "link"); }
  [[nodiscard]] const toml::array* routers() const { return list(table("network"), "router"); }
  [[nodiscard]] bool is_graph() const { return written_value(table("network"), "kind") == "graph"; }
  [[nodiscard]] const toml::table* shape() const {
    const toml::node* node = table("network") == nullptr ? nullptr : table("network")->get("shape");
    return node == nullptr ? nullptr : node->as_table();
  }

  [[nodiscard]] MachineKey key_at(std::string name, const KeyTable& table, const KeyRow& row) const;
  void add_all(const std::string& prefix, const KeyTable& table,
               std::vector<MachineKey>& keys) const;
  [[nodiscard]] std::optional<KeyTarget> target_of(std::string_view name) const;
  [[nodiscard]] std::optional<KeyTarget> target_of_host(std::string_view name) const;
  [[nodiscard]] std::optional<KeyTarget> target_in_list(std::string_view name,
                                                        const toml::array* list, Rows rows) const;
  [[nodiscard]] std::optional<KeyTarget> target_in_graph(std::string_view name) const;
  void add_graph(std::vector<MachineKey>& keys) const;
  [[nodiscard]] std::string with_new_table(const KeyTarget& target, std::string_view value) const;

  std::string_view text_;
  toml::table root_;
};

/// The value of a bend: its own, or else the value below the bend.
std::string bend_value(const toml::array* bends, const KeyTable& table, std::string_view key,
                       const toml::table* cost) {
  std::string value = written_value(cost, key);
  for (std::size_t i = 0; bends != nullptr && i < bends->size(); ++i) {
    const toml::table* bend = bends->get(i)->as_table();
    if (const std::string own = written_value(bend, key); !own.empty()) {
      value = own;
    }
    if (bend == table.table) {
      break;
    }
  }
  return value.empty() ? "0s" : value;
}

MachineKey NativeKeys::key_at(std::string name, const KeyTable& table, const KeyRow& row) const {
  MachineKey key{std::move(name),
                 written_value(table.table, row.key),
                 row.better,
                 row.scale,
                 row.path,
                 true,
                 adder_beside(row.scale)};
  if (!key.value.empty()) {
    return key;
  }
  const bool is_bend = table.rows.data() == kBendRows.data();
  const bool has_link = table.table != nullptr && table.table->contains("bandwidth");
  if (is_bend) {
    key.value = bend_value(bends(), table, row.key, NativeKeys::table("cost"));
    key.is_own = false;
  } else if (!row.as_network.empty() && !(row.key == "burst" && has_link)) {
    key.value = written_value(NativeKeys::table("network"), row.as_network);
    key.is_own = false;
  }
  key.value = key.value.empty() ? std::string(row.otherwise) : key.value;
  return key;
}

void NativeKeys::add_all(const std::string& prefix, const KeyTable& table,
                         std::vector<MachineKey>& keys) const {
  for (const KeyRow& row : table.rows) {
    keys.push_back(key_at(prefix + std::string(row.key), table, row));
  }
}

std::vector<MachineKey> NativeKeys::all() const {
  std::vector<MachineKey> keys;
  const bool has_links = written_value(table("network"), "kind") != "bus" && !is_graph();
  const Rows host_rows = Rows(kHostRows).first(has_links ? kHostRows.size() : 6);
  for (std::size_t i = 0; hosts() != nullptr && i < hosts()->size(); ++i) {
    const toml::table* host = hosts()->get(i)->as_table();
    const std::string prefix = std::string(kHost) + written_value(host, "name") + ".";
    add_all(prefix, {host, host_rows}, keys);
    add_timing_keys(prefix, *host, keys);
  }
  add_all("network.", {table("network"), kNetworkRows}, keys);
  if (is_graph()) {
    add_graph(keys);
  }
  add_all("local.", {table("local"), kLocalRows}, keys);
  add_all("cost.", {table("cost"), kCostRows}, keys);
  for (std::size_t i = 0; bends() != nullptr && i < bends()->size(); ++i) {
    add_all(std::string(kBend) + std::to_string(i + 1) + ".",
            {bends()->get(i)->as_table(), kBendRows}, keys);
  }
  return keys;
}

std::optional<NativeKeys::KeyTarget> NativeKeys::target_of_host(std::string_view name) const {
  auto host = host_key_place(hosts(), name);
  const KeyRow* row = host ? row_of(kHostRows, host->key) : nullptr;
  return row == nullptr
             ? std::nullopt
             : std::optional(KeyTarget{{host->table, kHostRows}, row, "host", *std::move(host)});
}

/// The keys of a graph; of its shape those that go with the name of the shape.
void NativeKeys::add_graph(std::vector<MachineKey>& keys) const {
  add_all("network.", {table("network"), kGraphRows}, keys);
  const std::string shape_name = written_value(shape(), "name");
  for (const KeyRow& row : shape() == nullptr ? Rows() : Rows(kShapeRows)) {
    if (goes_with_shape(shape_name, row.key)) {
      keys.push_back(key_at("network.shape." + std::string(row.key), {shape(), kShapeRows}, row));
    }
  }
  for (std::size_t i = 0; links() != nullptr && i < links()->size(); ++i) {
    add_all(std::string(kLink) + std::to_string(i + 1) + ".",
            {links()->get(i)->as_table(), kLinkRows}, keys);
  }
  for (std::size_t i = 0; routers() != nullptr && i < routers()->size(); ++i) {
    const toml::table* router = routers()->get(i)->as_table();
    add_all(std::string(kRouter) + written_value(router, "name") + ".", {router, kRouterRows},
            keys);
  }
}

std::optional<NativeKeys::KeyTarget> NativeKeys::target_in_graph(std::string_view name) const {
  constexpr std::string_view kNetwork = "network.";
  constexpr std::string_view kShape = "network.shape.";
  if (name.starts_with(kLink)) {
    return target_in_list(name.substr(kLink.size()), links(), kLinkRows);
  }
  if (name.starts_with(kRouter)) {
    auto router = host_key_place(routers(), name, kRouter);
    const KeyRow* row = router ? row_of(kRouterRows, router->key) : nullptr;
    return row == nullptr ? std::nullopt
                          : std::optional(KeyTarget{
                                {router->table, kRouterRows}, row, "", *std::move(router)});
  }
  if (name.starts_with(kShape) && shape() != nullptr) {
    const KeyRow* row = row_of(kShapeRows, name.substr(kShape.size()));
    return row == nullptr ? std::nullopt : std::optional(KeyTarget{{shape(), kShapeRows}, row, ""});
  }
  if (name.starts_with(kNetwork) && is_graph()) {
    const KeyRow* row = row_of(kGraphRows, name.substr(kNetwork.size()));
    return row == nullptr
               ? std::nullopt
               : std::optional(KeyTarget{{table("network"), kGraphRows}, row, "network"});
  }
  return std::nullopt;
}

/// The target of a key of a list's element: "2.size" is that of the second one.
std::optional<NativeKeys::KeyTarget> NativeKeys::target_in_list(std::string_view name,
                                                                const toml::array* list,
                                                                Rows rows) const {
  const std::size_t point = std::min(name.find('.'), name.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + point, number);
  if (error != std::errc{} || end != name.data() + point || point == name.size() ||
      list == nullptr || number == 0 || number > list->size()) {
    return std::nullopt;
  }
  const KeyRow* row = row_of(rows, name.substr(point + 1));
  return row == nullptr
             ? std::nullopt
             : std::optional(KeyTarget{{list->get(number - 1)->as_table(), rows}, row, ""});
}

std::optional<NativeKeys::KeyTarget> NativeKeys::target_of(std::string_view name) const {
  if (name.starts_with(kHost)) {
    return target_of_host(name);
  }
  if (name.starts_with(kBend)) {
    return target_in_list(name.substr(kBend.size()), bends(), kBendRows);
  }
  if (auto target = target_in_graph(name)) {
    return target;
  }
  const std::size_t point = std::min(name.find('.'), name.size());
  const std::string_view section = name.substr(0, point);
  const std::string_view key = name.substr(std::min(point + 1, name.size()));
  for (const auto& [title, rows] : {std::pair<std::string_view, Rows>{"network", kNetworkRows},
                                    {"local", kLocalRows},
                                    {"cost", kCostRows}}) {
    if (const KeyRow* row = section == title ? row_of(rows, key) : nullptr) {
      return KeyTarget{{table(section), rows}, row, title};
    }
  }
  return std::nullopt;
}

std::optional<MachineKey> NativeKeys::find(std::string_view name) const {
  if (const auto timing = timing_key_place(hosts(), name)) {
    return timing_key(std::string(name), *timing);
  }
  const auto target = target_of(name);
  return target ? std::optional(key_at(std::string(name), target->table, *target->row))
                : std::nullopt;
}

/// The text with a new table, in which values that were those of [network] remain.
std::string NativeKeys::with_new_table(const KeyTarget& target, std::string_view value) const {
  std::string text(text_);
  text += text.empty() || text.ends_with('\n') ? "" : "\n";
  text += "\n[" + std::string(target.section) + "]\n";
  for (const KeyRow& row : target.table.rows) {
    const bool is_changed = &row == target.row;
    if (is_changed || !row.as_network.empty()) {
      const std::string now =
          is_changed ? std::string(value) : written_value(table("network"), row.as_network);
      text += std::string(row.key) + " = " + toml_value(now) + "\n";
    }
  }
  return text;
}

std::optional<std::string> NativeKeys::with(std::string_view name, std::string_view value) const {
  if (const auto timing = timing_key_place(hosts(), name)) {
    return timing->host.hosts_of_set.size() > 1
               ? NativeKeys(with_own_table(text_, timing->host)).with(name, value)
               : with_timing(text_, *timing, value);
  }
  const auto target = target_of(name);
  if (!target) {
    return std::nullopt;
  }
  if (target->host.hosts_of_set.size() > 1) {
    return NativeKeys(with_own_table(text_, target->host)).with(name, value);
  }
  if (target->table.table != nullptr) {
    if (auto text = with_toml_value(text_, *target->table.table, target->row->key,
                                    toml_list_value(value))) {
      return text;
    }
  }
  return with_new_table(*target, value);
}

/// The text without the keys that do not go with its network.switching.
std::string without_other_switching(std::string text) {
  const auto switching = NativeKeys(text).find(kSwitching);
  const bool has_flows = switching && switching->value == "flow";
  for (const TableKey& at :
       has_flows ? std::span<const TableKey>(kOfPackets) : std::span<const TableKey>(kOfFlows)) {
    text = NativeKeys(text).without(at);
  }
  return text;
}

/// Returns nullopt if there is no such key.
std::optional<std::string> with_native_value(std::string_view text, std::string_view name,
                                             std::string_view value) {
  auto changed = NativeKeys(text).with(name, value);
  return changed && name == kSwitching ? without_other_switching(*std::move(changed)) : changed;
}

}  // namespace

std::vector<MachineKey> native_keys(std::string_view text) {
  return NativeKeys(text).all();
}

std::optional<MachineKey> find_native_key(std::string_view text, std::string_view name) {
  return NativeKeys(text).find(name);
}

Result<std::string> changed_native(std::string_view text, const MachineChange& change) {
  return changed_text(text, change, {native_keys, find_native_key, with_native_value});
}

}  // namespace dps::machines
