#include "predictor/machines/kinds/datasheet/file/datasheet_keys.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "predictor/machines/files/host_keys.h"
#include "predictor/machines/files/timing_keys.h"
#include "predictor/machines/files/toml_edit.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/kinds/datasheet/file/datasheet_file.h"

namespace dps::machines {
namespace {

/// A key of a table of a sheet.
struct SheetKeyRow {
  std::string_view key;
  Better better = Better::kNeither;
  ScaleValue scale = nullptr;
  std::string_view otherwise = {};  ///< the value if the sheet has none
  std::string_view path = {};       ///< MachineKey::path
};

constexpr std::array kTopRows{SheetKeyRow{"eager", Better::kMore, scale_bytes, "", "send"},
                              SheetKeyRow{"eager_host", Better::kMore, scale_bytes, "", "send"}};
constexpr std::array kSheetHostRows{
    SheetKeyRow{"type", Better::kNeither, nullptr, "", ""},
    SheetKeyRow{"speed", Better::kMore, scale_count, "1000", "compute"},
    SheetKeyRow{"cores", Better::kNeither, scale_count, "1", ""},
    SheetKeyRow{"memory", Better::kNeither, scale_bytes, "", ""},
    SheetKeyRow{"multiply", Better::kLess, scale_time, "", "compute"}};
constexpr std::array<std::string_view, 3> kCoefficients{"c", "s", "d"};

/// The functions on which predictions depend, and the activities whose time they are. The time of
/// recv is spread over a whole hop.
constexpr std::array kActivities{
    std::pair<std::string_view, std::string_view>{"send", "send"},
    std::pair<std::string_view, std::string_view>{"allsend", "send"},
    std::pair<std::string_view, std::string_view>{"pack", "pack"},
    std::pair<std::string_view, std::string_view>{"recv", ""},
    std::pair<std::string_view, std::string_view>{"allrecv", ""},
    std::pair<std::string_view, std::string_view>{"recvmin", "take"},
    std::pair<std::string_view, std::string_view>{"unpack", "take"},
    std::pair<std::string_view, std::string_view>{"multiply", "compute"}};

/// The activity for which the equation of this function is used, perhaps by an alias; nullopt if
/// there is none.
std::optional<std::string_view> activity_of(const Datasheet& sheet, std::string_view function) {
  for (const auto& [name, activity] : kActivities) {
    const SheetFunction* found = find_function(sheet, name).function;
    if (found != nullptr && found->name == function) {
      return activity;
    }
  }
  return std::nullopt;
}

/// A key, and the table that has it or could have it.
struct SheetKey {
  MachineKey key;
  const toml::table* table = nullptr;
  std::string_view in_table;  ///< "c"
};

/// A data sheet, and its keys.
class SheetKeys {
 public:
  explicit SheetKeys(std::string_view text) {
    TomlMistakes mistakes(text);
    root_ = parse_toml(text, mistakes).value_or(toml::table());
    sheet_ = read_datasheet({"", std::string(text)}).sheet.value_or(Datasheet());
  }

  [[nodiscard]] std::vector<SheetKey> all() const {
    std::vector<SheetKey> keys;
    add("", root_, kTopRows, keys);
    for (const toml::table* host : tables(root_, "host")) {
      const std::string prefix = "host." + written_value(host, "name") + ".";
      add(prefix, *host, kSheetHostRows, keys);
      std::vector<MachineKey> timings;
      add_timing_keys(prefix, *host, timings);
      for (MachineKey& key : timings) {
        keys.push_back({std::move(key), nullptr, {}});
      }
    }
    for (const toml::table* function : tables(root_, "function")) {
      add_function(*function, keys);
    }
    return keys;
  }

  [[nodiscard]] std::optional<SheetKey> find(std::string_view name) const {
    if (const auto timing = timing_place(name)) {
      return SheetKey{timing_key(std::string(name), *timing), nullptr, {}};
    }
    for (SheetKey& key : all()) {
      if (key.key.name == name) {
        return std::move(key);
      }
    }
    const auto place = host_place(name);
    if (!place) {
      return std::nullopt;
    }
    std::vector<SheetKey> keys;
    add("", *place->table, kSheetHostRows, keys);
    for (SheetKey& key : keys) {
      if (key.in_table == place->key) {
        key.key.name = name;
        return std::move(key);
      }
    }
    return std::nullopt;
  }

  /// The place of a host of a node set.
  [[nodiscard]] std::optional<HostKeyPlace> host_place(std::string_view name) const {
    return host_key_place(hosts(), name);
  }

  [[nodiscard]] std::optional<TimingKeyPlace> timing_place(std::string_view name) const {
    return timing_key_place(hosts(), name);
  }

 private:
  [[nodiscard]] const toml::array* hosts() const {
    const toml::node* hosts = root_.get("host");
    return hosts == nullptr ? nullptr : hosts->as_array();
  }

  static std::vector<const toml::table*> tables(const toml::table& of, std::string_view name) {
    TomlMistakes none("");
    return tables_of(of.get(name), {}, none);
  }

  static void add(const std::string& prefix, const toml::table& table,
                  std::span<const SheetKeyRow> rows, std::vector<SheetKey>& keys) {
    for (const SheetKeyRow& row : rows) {
      MachineKey key{prefix + std::string(row.key),
                     written_value(&table, row.key),
                     row.better,
                     row.scale,
                     row.path,
                     true,
                     adder_beside(row.scale)};
      if (key.value.empty()) {
        key.value = row.otherwise;
      }
      keys.push_back({std::move(key), &table, row.key});
    }
  }

  /// Adds the coefficients of the ranges: "send.1.c", "send.host.1.c".
  void add_function(const toml::table& function, std::vector<SheetKey>& keys) const {
    const std::string name = written_value(&function, "name");
    const auto activity = activity_of(sheet_, name);
    const Better better = activity ? Better::kLess : Better::kNeither;
    const std::string path = written_value(&function, "path");
    std::size_t number = 0;
    for (const toml::table* range : tables(function, "range")) {
      const std::string prefix =
          name + "." + (path.empty() ? "" : path + ".") + std::to_string(++number) + ".";
      for (const std::string_view coefficient : kCoefficients) {
        if (range->contains(coefficient)) {
          keys.push_back({{prefix + std::string(coefficient), written_value(range, coefficient),
                           better, scale_time, activity.value_or(""), true, add_time},
                          range,
                          coefficient});
        }
      }
    }
  }

  toml::table root_;
  Datasheet sheet_;
};

/// Returns nullopt if there is no such key.
std::optional<std::string> with_sheet_value(std::string_view text, std::string_view name,
                                            std::string_view value) {
  const SheetKeys keys(text);
  if (const auto timing = keys.timing_place(name)) {
    return timing->host.hosts_of_set.size() > 1
               ? with_sheet_value(with_own_table(text, timing->host), name, value)
               : with_timing(text, *timing, value);
  }
  const auto found = keys.find(name);
  if (!found) {
    return std::nullopt;
  }
  const auto place = keys.host_place(name);
  return place && place->hosts_of_set.size() > 1
             ? with_sheet_value(with_own_table(text, *place), name, value)
             : with_toml_value(text, *found->table, found->in_table, toml_value(value));
}

}  // namespace

std::vector<MachineKey> datasheet_keys(std::string_view text) {
  std::vector<MachineKey> keys;
  for (SheetKey& key : SheetKeys(text).all()) {
    keys.push_back(std::move(key.key));
  }
  return keys;
}

std::optional<MachineKey> find_datasheet_key(std::string_view text, std::string_view name) {
  const SheetKeys keys(text);
  auto found = keys.find(name);
  return found ? std::optional(std::move(found->key)) : std::nullopt;
}

Result<std::string> changed_datasheet(std::string_view text, const MachineChange& change) {
  return changed_text(text, change, {datasheet_keys, find_datasheet_key, with_sheet_value});
}

}  // namespace dps::machines
