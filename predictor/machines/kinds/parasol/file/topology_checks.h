/// Checks of topologies after the whole file has been read, and their final form.
/// Source: docs/parasol.md, "Checks".
#pragma once

#include "predictor/machines/kinds/parasol/file/section_readers.h"

namespace dps::parasol {

/// Returns the topology, and reports its mistakes except those of its routing. `places` gets the
/// places of links and processors in the order of their numbers.
TopologyDescription checked_topology(ReadTopology& read, text::Problems& problems);

/// Reports types that are not the id of a processor of the machine.
void check_types(const TopologyDescription& topology, const TopologyPlaces& places,
                 const std::vector<Processor>& processors, text::Problems& problems);

/// Does the same for a virtual topology; `hardware` is null if there is none.
VirtualTopology checked_virtual(ReadTopology& read, const TopologyDescription* hardware,
                                text::Problems& problems);

/// Makes the router, and warns of links that it never uses. Errors are reported.
std::optional<Router> checked_router(const TopologyDescription& topology, const ReadTopology& read,
                                     text::Problems& problems);

/// "1, 3-5 and 17 more": numbers in ascending order.
std::string number_list(const std::vector<std::uint32_t>& numbers);

}  // namespace dps::parasol
