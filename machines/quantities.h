/// The values of machine files: a decimal number and its unit, read exactly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace dps::machines {

/// A value, or what is wrong with it ("expected a time such as '50us', got '50'").
template <typename Value>
using Reading = tl::expected<Value, std::string>;

/// Millionths of a picosecond (attoseconds): "1.1ns", "50us", "0s"; units fs ps ns us ms s. At
/// most 18 s; digits below an attosecond are refused.
Reading<std::uint64_t> read_time(std::string_view text);

/// Whole bits per second, at least 1, at most 1 Pbit/s: "1Gbit/s", "2GB/s", "1.5MiB/s".
Reading<std::uint64_t> read_bandwidth(std::string_view text);

/// Whole bytes, at most 2^60: "24GiB", "64KB", "0B".
Reading<std::uint64_t> read_bytes(std::string_view text);

/// The other way, exactly, in the largest unit that leaves something before the point; sizes in the
/// largest one that leaves nothing behind it.
std::string write_time(std::uint64_t attoseconds);
std::string write_bandwidth(std::uint64_t bits_per_second);
std::string write_bytes(std::uint64_t bytes);

}  // namespace dps::machines
