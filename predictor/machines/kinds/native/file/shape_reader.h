/// Reads [network.shape] of native machine files.
/// Source: docs/machines.md, "Graphs".
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "predictor/machines/files/toml_tables.h"
#include "predictor/machines/topology/shape.h"

namespace dps::machines {

/// The levels of the links of a shape, to which the lists `bandwidths` and `latencies` refer.
struct ShapeLevels {
  std::size_t count = 0;            ///< 0: the shape has no such lists
  std::string_view what = "level";  ///< the word for an element in messages
  /// The factor of the bandwidth of each level; empty: 1.
  std::vector<std::uint32_t> factors;
  bool is_first_of_hosts = false;  ///< the first level is that of the links of hosts
};

struct ReadShape {
  std::shared_ptr<const Shape> shape;  ///< null after a mistake
  ShapeLevels levels;
  bool is_grid = false;
};

/// Reads the table, and checks that the shape has a place for each host. `has_host_links`: the
/// hosts of grids have links.
ReadShape read_shape(const toml::table& fields, std::uint32_t hosts, bool has_host_links,
                     TomlMistakes& mistakes);

}  // namespace dps::machines
