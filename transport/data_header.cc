#include "transport/data_header.h"

#include "transport/little_endian.h"

namespace dps::transport {
namespace {

constexpr std::uint8_t kPackedBit = 1;
constexpr std::uint8_t kXdrBit = 2;

}  // namespace

void encode(const DataHeader& header, std::span<std::byte, kDataHeaderBytes> out,
            std::uint8_t version) {
  std::byte* const at = out.data();
  const int flags = (header.packed ? kPackedBit : 0) | (header.xdr ? kXdrBit : 0);
  store_little_endian(at, version);
  store_little_endian(at + 1, static_cast<std::uint8_t>(flags));
  store_little_endian(at + 2, std::uint16_t{0});
  store_little_endian(at + 4, header.run);
  store_little_endian(at + 8, index(header.mid));
  store_little_endian(at + 12, header.sequence);
  store_little_endian(at + 16, header.bytes);
}

std::optional<DataHeader> decode_header(std::span<const std::byte, kDataHeaderBytes> in,
                                        std::uint8_t version) {
  const std::byte* const at = in.data();
  const auto flags = load_little_endian<std::uint8_t>(at + 1);
  if (load_little_endian<std::uint8_t>(at) != version || (flags >> 2) != 0 ||
      load_little_endian<std::uint16_t>(at + 2) != 0) {
    return std::nullopt;
  }
  return DataHeader{.run = load_little_endian<std::uint32_t>(at + 4),
                    .mid = MessageId{load_little_endian<std::uint32_t>(at + 8)},
                    .sequence = load_little_endian<std::uint32_t>(at + 12),
                    .bytes = load_little_endian<std::uint64_t>(at + 16),
                    .packed = (flags & kPackedBit) != 0,
                    .xdr = (flags & kXdrBit) != 0};
}

void encode(const Request& request, std::span<std::byte, kRequestBytes> out) {
  store_little_endian(out.data(), request.origin);
  store_little_endian(out.data() + 4, request.number);
  store_little_endian(out.data() + 12, static_cast<std::uint64_t>(request.begin));
}

Request decode_request(std::span<const std::byte, kRequestBytes> in) {
  return {load_little_endian<std::uint64_t>(in.data() + 4),
          static_cast<std::int64_t>(load_little_endian<std::uint64_t>(in.data() + 12)),
          load_little_endian<std::uint32_t>(in.data())};
}

}  // namespace dps::transport
