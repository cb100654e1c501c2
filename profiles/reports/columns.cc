#include "profiles/reports/columns.h"

#include <openssl/evp.h>

#include "base/check.h"

namespace dps::reports {

void PackedColumn::add(std::uint64_t number) {
  constexpr unsigned kBits = 7;
  constexpr std::uint64_t kMore = 1U << kBits;
  while (number >= kMore) {
    bytes_ += static_cast<char>(number | kMore);
    number >>= kBits;
  }
  bytes_ += static_cast<char>(number);
}

void PackedColumn::add_signed(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  add(number < 0 ? ~(bits << 1) : bits << 1);
}

std::string PackedColumn::base64() const {
  return reports::base64(bytes_);
}

std::string base64(std::string_view bytes) {
  // In pieces of whole groups of three bytes: EVP_EncodeBlock() counts with int.
  constexpr std::size_t kPiece = 3 << 20;
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4 + 1);
  while (!bytes.empty()) {
    const std::string_view piece = bytes.substr(0, kPiece);
    const std::size_t before = text.size();
    text.resize(before + (piece.size() + 2) / 3 * 4 + 1);
    const int written = EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data() + before),
                                        reinterpret_cast<const unsigned char*>(piece.data()),
                                        static_cast<int>(piece.size()));
    DPS_CHECK(written >= 0);
    text.resize(before + static_cast<std::size_t>(written));
    bytes.remove_prefix(piece.size());
  }
  return text;
}

}  // namespace dps::reports
