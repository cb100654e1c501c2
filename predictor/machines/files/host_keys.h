/// Keys of the hosts of machine files: "host.node1.speed".
/// Source: docs/machines.md, "Changing a machine".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "predictor/machines/files/toml.h"

namespace dps::machines {

/// A value as written in --set-machine, without quotes; a list as "[4, 4]". Empty if there is none;
/// the table may be null.
std::string written_value(const toml::table* table, std::string_view key);

/// The value in TOML: whole numbers are written without quotes.
std::string toml_value(std::string_view value);
/// Does the same, but writes lists, true and false without quotes, too.
std::string toml_list_value(std::string_view value);

/// A key of a host, and the [[host]] table that has it or could have it.
struct HostKeyPlace {
  const toml::table* table = nullptr;
  std::string_view key;                   ///< "speed"
  std::vector<std::string> hosts_of_set;  ///< the hosts of the table, if they are several
  std::string_view host;                  ///< that host
};

/// `prefix` is the beginning of the name of the key; tables of other elements have the same form.
/// The tables are searched for the name as it is written, and then for a node set that contains it.
/// The list may be null; views are of `name`. nullopt: there is no such host. The key is not
/// checked.
std::optional<HostKeyPlace> host_key_place(const toml::array* hosts, std::string_view name,
                                           std::string_view prefix = "host.");

/// The text that contains the place, with a table of its own for a host of a node set.
std::string with_own_table(std::string_view text, const HostKeyPlace& place);

}  // namespace dps::machines
