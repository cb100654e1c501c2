/// Columns of whole numbers in a text: variable-length integers in base64.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dps::reports {

/// Seven bits a byte, the lowest first; the high bit means that another byte follows. A signed
/// number n is added as 2n, or as -2n - 1 if it is negative.
/// Source: the varint and ZigZag encodings of Protocol Buffers.
class PackedColumn {
 public:
  void add(std::uint64_t number);
  void add_signed(std::int64_t number);

  [[nodiscard]] std::string base64() const;

 private:
  std::string bytes_;
};

/// Encodes bytes with padding. Source: RFC 4648, section 4.
std::string base64(std::string_view bytes);

}  // namespace dps::reports
