/// Explicit little-endian bytes: the form of every frame, header and record that leaves a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dps {

/// Bytes that are not text: an encoded program or record, a secret.
using ByteString = std::vector<std::byte>;

/// Appends values to a byte string. A text or byte string is a u32 length and its bytes.
class Encoder {
 public:
  void u8(std::uint8_t value);
  void u16(std::uint16_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void i64(std::int64_t value);
  void f64(double value);  ///< the bits of an IEEE 754 binary64 as a u64
  void text(std::string_view value);
  void byte_string(std::span<const std::byte> value);
  void bytes(std::span<const std::byte> value);  ///< without a length

  [[nodiscard]] const ByteString& buffer() const { return buffer_; }
  [[nodiscard]] ByteString take() { return std::move(buffer_); }

 private:
  ByteString buffer_;
};

/// Reads values that an Encoder wrote, and never reads outside the span. At the first error (the
/// bytes end too early, or a caller rejects a value) ok() becomes false and stays so, and every
/// later read returns 0 or nothing: a caller reads all its fields and checks once.
class Decoder {
 public:
  explicit Decoder(std::span<const std::byte> bytes) : rest_(bytes) {}

  std::uint8_t u8();
  std::uint16_t u16();
  std::uint32_t u32();
  std::uint64_t u64();
  std::int64_t i64();
  double f64();
  std::string text();
  ByteString byte_string();
  std::span<const std::byte> bytes(std::size_t count);  ///< borrowed from the input

  /// Reads the u32 count of a list whose items take at least `item_bytes` each. A count that the
  /// remaining bytes cannot hold is an error and returns 0, so a forged count never allocates.
  std::uint32_t count(std::size_t item_bytes);

  /// Rejects the values read so far.
  void fail() { ok_ = false; }
  void require(bool condition) { ok_ = ok_ && condition; }

  [[nodiscard]] bool ok() const { return ok_; }
  /// True if everything was read without an error and nothing is left over.
  [[nodiscard]] bool complete() const { return ok_ && rest_.empty(); }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

 private:
  std::uint64_t little_endian(std::size_t width);

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace dps
