/// The numbers and quantities of blueprints, hosts files and the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "base/time_units.h"

namespace dps::text {

// Source: docs/language.md, "Limits".
inline constexpr std::uint64_t kMaxCount = (std::uint64_t{1} << 53) - 1;
inline constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 40;
inline constexpr double kMaxSeconds = 1e9;

/// A time: a number of seconds, or a number and ns, us, ms, s, min or h without a blank in between
/// ("50us", "0.5", "1e-3s"). No sign; nullopt also if it is too large for a double.
/// Source: docs/language.md, "Lines, fields, tags".
std::optional<Seconds> parse_time(std::string_view text);

/// "; did you mean '5min'?" for "5m", "5 min" and "5minutes", which parse_time() does not read:
/// units as other programs spell them. Empty for all other texts.
std::string suggest_time(std::string_view text);

/// A size in bytes: digits, optionally with B, K M G T or KiB MiB GiB TiB (powers of 1024), or kB
/// KB MB GB TB (powers of 1000) without a blank in between. nullopt also for 2^64 bytes and more.
/// Source: docs/hosts.md, "Hosts files".
std::optional<std::uint64_t> parse_size(std::string_view text);

/// A value, or the text of the diagnostic.
template <typename T>
using Checked = tl::expected<T, std::string>;

/// The limits of a whole number, and its name in messages ("-n", "a count").
struct WholeNumber {
  std::string_view what;
  std::uint64_t least = 0;
  std::uint64_t most = kMaxCount;
};

/// A whole number in decimal digits, or in a form such as 1e6 or 2.5e3.
Checked<std::uint64_t> read_whole(std::string_view text, const WholeNumber& wanted);

/// A time in seconds, from 0 to 10^9.
Checked<double> read_seconds(std::string_view text, std::string_view what);

/// Seconds, from a time with a unit; `example` is a time of its kind ("12.5us"), `most` at most
/// kMaxSeconds.
Checked<double> read_time_with_unit(std::string_view text, std::string_view example, double most);

/// A finite real number, 0 or greater.
Checked<double> read_real(std::string_view text, std::string_view what);

/// An amount of memory in bytes: a whole number, optionally with M, G or T (powers of 1024).
Checked<std::uint64_t> read_memory(std::string_view text);

/// The memory of a host in a hosts file, in bytes: a size in the syntax of parse_size().
Checked<std::uint64_t> read_host_memory(std::string_view text, std::string_view what);

/// A number of bytes: a whole number in the syntax of read_whole(), or a number and, without a
/// blank between, B, kB, KB, MB, GB, TB (powers of 1000) or KiB, MiB, GiB, TiB (powers of 1024):
/// "4096", "4KiB", "1.5MB". A single letter as in "4K" is an error that lists both meanings.
/// Source: docs/language.md, "O: messages and their receivers".
Checked<std::uint64_t> read_size(std::string_view text, const WholeNumber& wanted);

/// Reads a size like read_size(), but does not round it and has no limit.
Checked<double> read_real_size(std::string_view text, std::string_view what);

/// True if the text starts with a digit, optionally after a sign, a point, or both.
bool looks_like_number(std::string_view text);

/// True for a time with or without a sign, even one that is too large.
bool looks_like_time(std::string_view text);

/// True for a size in the syntax of parse_size(), even one that is too large.
bool looks_like_size(std::string_view text);

}  // namespace dps::text
