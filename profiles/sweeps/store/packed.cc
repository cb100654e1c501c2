#include "profiles/sweeps/store/packed.h"

#include <zlib.h>

#include "base/check.h"

namespace dps::sweeps {
namespace {

/// deflate makes at most so many bytes of one. Source: zlib, "Technical Details".
constexpr std::size_t kMostRatio = 1032;

const Bytef* bytes_of(std::string_view text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

}  // namespace

std::string packed(std::string_view text) {
  uLongf size = compressBound(text.size());
  std::string bytes(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(bytes.data()), &size, bytes_of(text),
                               text.size(), Z_BEST_SPEED);
  DPS_CHECK(status == Z_OK);  // the buffer is large enough
  bytes.resize(size);
  return bytes;
}

std::optional<std::string> unpacked(std::string_view bytes, std::size_t size) {
  if (size / kMostRatio > bytes.size()) {
    return std::nullopt;
  }
  std::string text(size, '\0');
  uLongf made = size;
  const int status =
      uncompress(reinterpret_cast<Bytef*>(text.data()), &made, bytes_of(bytes), bytes.size());
  return status == Z_OK && made == size ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace dps::sweeps
