/// The properties of a host that T lines can refer to; of a real host or one of a machine file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dps::terrain {

/// A property that is not known satisfies no constraint other than `!=`.
struct HostFacts {
  std::string name;
  std::string type;            ///< the architecture; empty: not known
  std::uint64_t speed = 1000;  ///< 1000: as fast as the reference machine
  std::optional<std::uint32_t> cores;
  std::optional<std::uint64_t> memory;  ///< bytes
};

}  // namespace dps::terrain
