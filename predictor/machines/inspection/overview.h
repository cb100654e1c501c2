/// The meaning of a machine file: a summary, and tables of hosts, routers and links.
/// Source: docs/machines.md, "Looking at a machine".
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "base/text/table.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The overview for human readers, on several lines.
std::string overview_text(const Machine& machine);
/// The object of the format "dps-machine", to which parts can be added.
nlohmann::ordered_json overview_json(const Machine& machine);
/// The same data as a table of one row, without the notes.
text::Table overview_table(const Machine& machine);

text::Table hosts_table(const Machine& machine);
/// Routers and links are empty without a topology.
text::Table routers_table(const Machine& machine);
text::Table links_table(const Machine& machine);

}  // namespace dps::machines
