/// Sizes of messages: bytes, perhaps with one of the units of machine files.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/text/quantities.h"

namespace dps::text {

/// A number of bytes: a whole number in the syntax of read_whole(), or a number and, without a
/// blank between, B, kB, KB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024):
/// "4096", "4KiB", "1.5MB". A single letter as in "4K" is an error that lists both meanings.
/// Source: docs/language.md, "O: messages and their receivers".
Checked<std::uint64_t> read_size(std::string_view text, const WholeNumber& wanted);

/// The same, not rounded and without a limit.
Checked<double> read_real_size(std::string_view text, std::string_view what);

}  // namespace dps::text
