/// Explicit little-endian bytes: the form of every frame, header and record that leaves a process.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dps {

/// Appends values to a byte string. Strings are a u32 length and their bytes.
class Encoder {
 public:
  void u8(std::uint8_t value);
  void u16(std::uint16_t value);
  void u32(std::uint32_t value);
  void u64(std::uint64_t value);
  void i64(std::int64_t value);
  void f64(double value);  ///< IEEE 754 binary64, its bits as u64
  void text(std::string_view value);
  void bytes(std::span<const std::byte> value);  ///< as they are, no length

  [[nodiscard]] const std::vector<std::byte>& buffer() const { return buffer_; }
  [[nodiscard]] std::vector<std::byte> take() { return std::move(buffer_); }

 private:
  std::vector<std::byte> buffer_;
};

/// Reads what an Encoder wrote. Past the end every read gives 0 or "" and ok() turns false for
/// good: a caller reads all its fields and asks once. Never reads outside the span.
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
  std::span<const std::byte> bytes(std::size_t count);  ///< borrowed from the input

  /// A u32 count of items that take at least `item_bytes` each: more than the rest can hold is an
  /// error (and gives 0), so that a forged count never allocates.
  std::uint32_t count(std::size_t item_bytes);

  /// Says that a value just read is not allowed.
  void fail() { ok_ = false; }

  [[nodiscard]] bool ok() const { return ok_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }
  /// Everything was read, and nothing is left.
  [[nodiscard]] bool complete() const { return ok_ && rest_.empty(); }
  [[nodiscard]] std::size_t remaining() const { return rest_.size(); }

 private:
  std::uint64_t little_endian(std::size_t width);

  std::span<const std::byte> rest_;
  bool ok_ = true;
};

}  // namespace dps
