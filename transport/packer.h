/// Packs message bodies like the planned programs.
/// Source: docs/protocol_data.md, "Packing".
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dps::transport {

enum class PackFormat : std::uint8_t {
  kXdr,   ///< 32-bit integers in network byte order; the last 1-3 bytes are copied
  kCopy,  ///< the bytes are copied unchanged
};

/// Packs `data` into the first data.size() bytes of `packed`, which is at least as long and does
/// not overlap `data`. Does the same work as a real program: XDR calls libtirpc once per integer.
/// Source: RFC 4506, 4.1; xdr_vector(3), xdrmem_create(3).
void pack(std::span<const std::byte> data, std::span<std::byte> packed, PackFormat packing);

/// The reverse: unpacks all of `packed` into the first packed.size() bytes of `data`.
void unpack(std::span<const std::byte> packed, std::span<std::byte> data, PackFormat packing);

}  // namespace dps::transport
