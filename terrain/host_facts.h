/// What the terrain may know of a host, whether a real one or one of a machine file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dps::terrain {

/// What is not known satisfies no constraint but `!=`.
struct HostFacts {
  std::string name;
  std::string type;            ///< the architecture; empty: not known
  std::uint64_t speed = 1000;  ///< 1000 is the machine of reference
  std::optional<std::uint32_t> cores;
  std::optional<std::uint64_t> memory;  ///< bytes
};

}  // namespace dps::terrain
