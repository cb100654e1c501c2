/// Reads and writes the [[host]] tables of machine files.
/// Source: docs/machines.md, "Native files".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/operations/processor_timings.h"
#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/files/toml_writer.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

inline constexpr TableListWords kHostList{"hosts", "[[host]]", "a host's table"};

/// The hosts of a machine file, from its [[host]] tables.
class HostTables {
 public:
  /// `mistakes` is borrowed.
  explicit HostTables(TomlMistakes& mistakes) : mistakes_(mistakes) {}

  /// Adds the hosts of the node set of one table. `more` reads the keys that only this kind of
  /// machine has. Errors: added to the mistakes; hosts may then be missing.
  void read(const toml::table& fields, const std::function<void(TomlTable&)>& more);

  std::vector<MachineHost> hosts;
  std::vector<std::optional<Attoseconds>> multiply;  ///< by host: nullopt if the file has none
  /// The times of operations, by host; null if the file has none. The hosts of a node set share
  /// them.
  std::vector<std::shared_ptr<const operations::ProcessorTimings>> timings;

 private:
  void add(const std::string& set, const toml::source_region& where, MachineHost host,
           std::optional<Attoseconds> each);

  TomlMistakes& mistakes_;
  std::unordered_map<std::string, toml::source_region> places_;
};

/// Writes [[host]] with these keys.
void write_host_table(const MachineHost& host, std::optional<Attoseconds> multiply, TomlWriter& to);

/// The hosts of a node set of a machine file; none if it is no node set.
std::vector<std::string> host_names(std::string_view set);

}  // namespace dps::machines
