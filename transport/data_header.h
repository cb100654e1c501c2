/// The header in front of every message body on a data connection (docs/protocol_data.md,
/// "Messages").
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/ids.h"
#include "base/request.h"

namespace dps::transport {

/// The header of a message on a data connection. Source: docs/protocol_data.md.
struct DataHeader {
  std::uint32_t run = 0;
  MessageId mid{};
  std::uint32_t sequence = 0;
  std::uint64_t bytes = 0;
  bool packed = true;
  bool xdr = true;

  bool operator==(const DataHeader&) const = default;
};

constexpr std::size_t kDataHeaderBytes = 24;
constexpr std::uint8_t kDataVersion = 1;
/// The version of headers that a request follows: of all headers in a program with requests.
constexpr std::uint8_t kRequestDataVersion = 2;
constexpr std::size_t kRequestBytes = 20;

/// No function allocates: all are on the measured path.
void encode(const DataHeader& header, std::span<std::byte, kDataHeaderBytes> out,
            std::uint8_t version = kDataVersion);

/// Returns nothing if the version is another one, or a flag or a reserved field is not valid in it.
/// The caller checks whether the values make sense in its run.
std::optional<DataHeader> decode_header(std::span<const std::byte, kDataHeaderBytes> in,
                                        std::uint8_t version = kDataVersion);

/// Encodes the request of a message; without a request, the origin is Request::kNobody.
void encode(const Request& request, std::span<std::byte, kRequestBytes> out);
Request decode_request(std::span<const std::byte, kRequestBytes> in);

}  // namespace dps::transport
