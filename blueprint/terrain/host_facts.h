/// The properties of a host to which T lines can refer. The host is a real one, or one of a machine
/// file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace dps::terrain {

/// An unknown property satisfies no constraint except `!=`.
struct HostFacts {
  std::string name;
  std::string type;            ///< architecture; empty: unknown
  std::uint64_t speed = 1000;  ///< relative to the reference machine, which has 1000
  std::optional<std::uint32_t> cores;
  std::optional<std::uint64_t> memory;  ///< bytes
};

}  // namespace dps::terrain
