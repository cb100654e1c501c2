/// Prints the tables of latencies: of messages by type, and of functionalities.
#pragma once

#include <string>

#include "profiles/latency_figures.h"

namespace dps::profiles {

/// The tables, at most 100 columns wide. A row for each message type, followed by its parts unless
/// one of them is all of it; a row for each functionality that took time, below its P line and
/// unit; and a legend. Empty if there is no row. `color` makes headings bold.
std::string latency_tables(const MergedLatencies& latencies, bool color);

}  // namespace dps::profiles
