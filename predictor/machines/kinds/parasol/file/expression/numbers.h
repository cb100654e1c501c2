/// The values of numbers as written in Parasol machine files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dps::parasol {

/// A token of the kind kWhole; nullopt for 2^63 and more.
std::optional<std::int64_t> whole_value(std::string_view token);

/// A token of the kind kWhole or kReal as the nearest double; nullopt if it is too large.
std::optional<double> real_value(std::string_view token);

/// The shortest text that parses to exactly this number, in the form of the paper: with a point,
/// and an exponent if it is needed ("1.0e-7").
std::string number_text(double value);

/// Does the same with at most 15 digits, so that the rounding error of a product or sum is not
/// written.
std::string rounded_number_text(double value);

}  // namespace dps::parasol
