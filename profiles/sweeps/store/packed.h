/// Compressed text of a database.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dps::sweeps {

/// A zlib stream (RFC 1950).
std::string packed(std::string_view text);

/// Decompresses a stream; nullopt if it is damaged or does not have exactly `size` bytes.
std::optional<std::string> unpacked(std::string_view bytes, std::size_t size);

}  // namespace dps::sweeps
