/// The keys of the times of operations on hosts: "host.NAME.timings.dlm".
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/files/host_keys.h"
#include "predictor/machines/files/machine_key.h"
#include "predictor/machines/files/toml.h"

namespace dps::machines {

/// A key of a `timings` table, and the host that has it or could have it.
struct TimingKeyPlace {
  HostKeyPlace host;
  std::string_view key;  ///< "dlm"
};

/// Returns nullopt if the name is not that of a key of a `timings` table, or there is no such host.
/// The list of hosts may be null; views are of `name`.
std::optional<TimingKeyPlace> timing_key_place(const toml::array* hosts, std::string_view name);

MachineKey timing_key(std::string name, const TimingKeyPlace& place);

/// Adds the keys that the host has; `prefix` is "host.NAME.".
void add_timing_keys(const std::string& prefix, const toml::table& host,
                     std::vector<MachineKey>& keys);

/// The text with another value of the key, which is of one host only.
std::optional<std::string> with_timing(std::string_view text, const TimingKeyPlace& place,
                                       std::string_view value);

}  // namespace dps::machines
