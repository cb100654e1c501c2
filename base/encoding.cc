#include "base/encoding.h"

#include <bit>

#include "base/check.h"

namespace dps {
namespace {

template <typename T>
void append_little_endian(ByteString& buffer, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    buffer.push_back(static_cast<std::byte>((static_cast<std::uint64_t>(value) >> (8 * i)) & 0xff));
  }
}

}  // namespace

void Encoder::u8(std::uint8_t value) {
  append_little_endian(buffer_, value);
}
void Encoder::u16(std::uint16_t value) {
  append_little_endian(buffer_, value);
}
void Encoder::u32(std::uint32_t value) {
  append_little_endian(buffer_, value);
}
void Encoder::u64(std::uint64_t value) {
  append_little_endian(buffer_, value);
}
void Encoder::i64(std::int64_t value) {
  u64(static_cast<std::uint64_t>(value));
}
void Encoder::f64(double value) {
  u64(std::bit_cast<std::uint64_t>(value));
}
void Encoder::text(std::string_view value) {
  byte_string(std::as_bytes(std::span(value)));
}
void Encoder::byte_string(std::span<const std::byte> value) {
  DPS_CHECK(value.size() <= 0xffffffff);
  u32(static_cast<std::uint32_t>(value.size()));
  bytes(value);
}
void Encoder::bytes(std::span<const std::byte> value) {
  buffer_.insert(buffer_.end(), value.begin(), value.end());
}

std::uint64_t Decoder::little_endian(std::size_t width) {
  if (!ok_ || rest_.size() < width) {
    ok_ = false;
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    value |= std::to_integer<std::uint64_t>(rest_[i]) << (8 * i);
  }
  rest_ = rest_.subspan(width);
  return value;
}

std::uint8_t Decoder::u8() {
  return static_cast<std::uint8_t>(little_endian(1));
}
std::uint16_t Decoder::u16() {
  return static_cast<std::uint16_t>(little_endian(2));
}
std::uint32_t Decoder::u32() {
  return static_cast<std::uint32_t>(little_endian(4));
}
std::uint64_t Decoder::u64() {
  return little_endian(8);
}
std::int64_t Decoder::i64() {
  return static_cast<std::int64_t>(u64());
}
double Decoder::f64() {
  return std::bit_cast<double>(u64());
}

std::string Decoder::text() {
  const auto chars = bytes(u32());
  return {reinterpret_cast<const char*>(chars.data()), chars.size()};
}

ByteString Decoder::byte_string() {
  const auto taken = bytes(u32());
  return {taken.begin(), taken.end()};
}

std::span<const std::byte> Decoder::bytes(std::size_t count) {
  if (!ok_ || rest_.size() < count) {
    ok_ = false;
    return {};
  }
  const auto taken = rest_.first(count);
  rest_ = rest_.subspan(count);
  return taken;
}

std::uint32_t Decoder::count(std::size_t item_bytes) {
  const std::uint32_t value = u32();
  if (ok_ && value > rest_.size() / (item_bytes == 0 ? 1 : item_bytes)) {
    ok_ = false;
  }
  return ok_ ? value : 0;
}

}  // namespace dps
