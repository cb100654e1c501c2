#include "transport/buffers.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"
#include "base/units.h"
#include "transport/packer.h"

namespace dps::transport {
namespace {

/// The smallest buffer: small messages are read several at a time.
constexpr std::size_t kSmallestBody = 4096;
constexpr std::size_t kPage = 4096;

PackFormat packing_of(bool xdr) {
  return xdr ? PackFormat::kXdr : PackFormat::kCopy;
}

}  // namespace

Buffers::Memory Buffers::allocate(std::size_t bytes) {
  return Memory(
      static_cast<std::byte*>(std::aligned_alloc(kPage, (bytes + kPage - 1) / kPage * kPage)));
}

Result<void> Buffers::prepare(std::span<const OutgoingMessage> messages,
                              std::uint64_t largest_arrival, std::size_t header_room,
                              std::size_t trailer_room) {
  std::uint64_t largest = std::max<std::uint64_t>(largest_arrival, kSmallestBody);
  for (const OutgoingMessage& outgoing : messages) {
    largest = std::max(largest, outgoing.bytes);
  }
  largest += trailer_room;
  wire_ = allocate(header_room + largest);
  data_ = allocate(largest);
  if (!wire_ || !data_) {
    return failure(ErrorCode::kLimit, "not enough memory for two buffers of " +
                                          format_size(largest) + ", the largest message");
  }
  header_room_ = header_room;
  bytes_ = largest;
  // Packing leaves integers unchanged whose bytes are all equal.
  std::memset(data_.get(), 1, largest);
  std::memset(wire_.get(), 1, header_room + largest);
  return {};
}

void Buffers::pack_body(const OutgoingMessage& outgoing) {
  DPS_CHECK(outgoing.bytes <= bytes_);
  packed_.reset();
  if (outgoing.packed) {
    pack({data_.get(), outgoing.bytes}, incoming(), packing_of(outgoing.xdr));
    if (outgoing.bytes >= kTimedPacking) {
      packed_ = std::chrono::steady_clock::now();
    }
  }
}

void Buffers::unpack_body(const Arrival& arrival) {
  DPS_CHECK(arrival.bytes <= bytes_);
  if (arrival.packed) {
    unpack(incoming().first(arrival.bytes), {data_.get(), bytes_}, packing_of(arrival.xdr));
  }
}

std::span<std::byte> Buffers::outgoing(std::uint64_t body_bytes) {
  DPS_CHECK(body_bytes <= bytes_);
  return {wire_.get(), header_room_ + body_bytes};
}

}  // namespace dps::transport
