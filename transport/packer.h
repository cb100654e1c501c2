/// Packs message bodies as the programs do that dps stands for (docs/protocol_data.md, "Packing").
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dps::transport {

enum class Packing : std::uint8_t {
  kXdr,   ///< 32-bit integers in the order of the network; the last 1-3 bytes are copied
  kCopy,  ///< as the bytes are
};

/// Packs `data` into the first data.size() bytes of `packed`, which is at least as long and does
/// not overlap. It is the work that a real program does: XDR goes through libtirpc, an integer a
/// call. Source: RFC 4506, 4.1; xdr_vector(3), xdrmem_create(3).
void pack(std::span<const std::byte> data, std::span<std::byte> packed, Packing packing);

/// The reverse: unpacks all of `packed` into the first packed.size() bytes of `data`.
void unpack(std::span<const std::byte> packed, std::span<std::byte> data, Packing packing);

}  // namespace dps::transport
