#include "transport/packer.h"

#include <algorithm>
#include <cstring>

#include <rpc/xdr.h>

#include "base/check.h"

namespace dps::transport {
namespace {

constexpr std::size_t kIntBytes = 4;
/// An XDR stream counts its bytes in 32 bits, so a larger body needs several streams.
constexpr std::size_t kStreamBytes = std::size_t{1} << 30;

/// Encodes or decodes the integers of `values` through an XDR stream over `stream`. Both have
/// `bytes` bytes.
void convert(char* stream, char* values, std::size_t bytes, xdr_op operation) {
  XDR xdr{};
  xdrmem_create(&xdr, stream, static_cast<u_int>(bytes), operation);
  const bool done = xdr_vector(&xdr, values, static_cast<u_int>(bytes / kIntBytes), kIntBytes,
                               reinterpret_cast<xdrproc_t>(xdr_int)) != 0;
  xdr_destroy(&xdr);
  DPS_CHECK(done);
}

void convert_all(std::span<const std::byte> from, std::byte* to, xdr_op operation) {
  const std::size_t whole = from.size() / kIntBytes * kIntBytes;
  // libtirpc takes no const, but encoding only reads `values`, and decoding only reads `stream`.
  char* const source = reinterpret_cast<char*>(const_cast<std::byte*>(from.data()));
  char* const target = reinterpret_cast<char*>(to);
  for (std::size_t at = 0; at < whole; at += kStreamBytes) {
    const std::size_t bytes = std::min(kStreamBytes, whole - at);
    if (operation == XDR_ENCODE) {
      convert(target + at, source + at, bytes, operation);
    } else {
      convert(source + at, target + at, bytes, operation);
    }
  }
  std::copy(from.begin() + static_cast<std::ptrdiff_t>(whole), from.end(), to + whole);
}

void transfer(std::span<const std::byte> from, std::span<std::byte> to, PackFormat packing,
              xdr_op operation) {
  DPS_CHECK(to.size() >= from.size());
  if (from.empty()) {
    return;
  }
  if (packing == PackFormat::kXdr) {
    convert_all(from, to.data(), operation);
  } else {
    std::memcpy(to.data(), from.data(), from.size());
  }
}

}  // namespace

void pack(std::span<const std::byte> data, std::span<std::byte> packed, PackFormat packing) {
  transfer(data, packed, packing, XDR_ENCODE);
}

void unpack(std::span<const std::byte> packed, std::span<std::byte> data, PackFormat packing) {
  transfer(packed, data, packing, XDR_DECODE);
}

}  // namespace dps::transport
