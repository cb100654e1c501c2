/// The shape of a machine's network as a graph in the language of dot(1).
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "predictor/machines/machine.h"

namespace dps::machines {

/// The shares of the makespan for which links were busy, by the names of the links.
using LinkShares = std::map<std::string, double>;

/// Hosts are boxes, routers circles. The two ways of a link are one edge, with the larger share;
/// its colour goes from grey to red. Meshes and tori of at most two axes have the places of their
/// coordinates. Errors (kInput): the machine has no links, or more than 2,000 nodes, or a share is
/// of a link that it does not have.
Result<std::string> network_picture(const Machine& machine, const LinkShares& shares);

}  // namespace dps::machines
