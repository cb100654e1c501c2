/// Sizes of messages: bytes, perhaps with one of the units of machine files.
#pragma once

#include <cstdint>
#include <string_view>

#include "text/quantities.h"

namespace dps::text {

/// A whole number of bytes as read_whole() reads it, or a number and B, kB, KB, MB, GB, TB (powers
/// of 1000) or KiB, MiB, GiB, TiB (powers of 1024) without a blank between: "4096", "4KiB",
/// "1.5MB". A lone letter is refused with both meanings. Source: docs/language.md, "O: messages and
/// their receivers".
Checked<std::uint64_t> read_size(std::string_view text, const WholeNumber& wanted);

/// The same, not rounded and without a limit.
Checked<double> read_real_size(std::string_view text, std::string_view what);

}  // namespace dps::text
