/// Reads [network] of native machine files with kind = "graph".
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/machine.h"
#include "predictor/machines/packets/packets.h"
#include "predictor/machines/topology.h"

namespace dps::machines {

/// The bandwidth and the latency of links without values of their own.
struct GraphReading {
  std::shared_ptr<const Topology> topology;  ///< null after a mistake
  std::optional<BitsPerSecond> bandwidth;
  std::optional<Picoseconds> latency;
  PacketOptions packets;
};

/// Reads all keys of the table but `kind` and `burst`. Mistakes are added.
GraphReading read_graph(TomlTable& network, const toml::table& fields,
                        std::span<const MachineHost> hosts, TomlMistakes& mistakes);

}  // namespace dps::machines
