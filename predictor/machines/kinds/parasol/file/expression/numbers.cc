#include "predictor/machines/kinds/parasol/file/expression/numbers.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace dps::parasol {
namespace {

/// Rewrites "1e-07" as "1.0e-7".
std::string in_the_form_of_the_paper(std::string text) {
  const std::size_t exponent = text.find('e');
  std::string mantissa = text.substr(0, exponent);
  if (mantissa.find('.') == std::string::npos) {
    mantissa += ".0";
  }
  if (exponent == std::string::npos) {
    return mantissa;
  }
  const bool is_negative = text[exponent + 1] == '-';
  std::size_t first = text.find_first_not_of("+-0", exponent + 1);
  first = first == std::string::npos ? text.size() - 1 : first;
  return mantissa + (is_negative ? "e-" : "e") + text.substr(first);
}

}  // namespace

std::optional<std::int64_t> whole_value(std::string_view token) {
  const bool is_hexadecimal = token.starts_with("0x");
  const std::string_view digits = is_hexadecimal ? token.substr(2) : token;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                            is_hexadecimal ? 16 : 10);
  return error == std::errc{} && end == digits.data() + digits.size() ? std::optional(value)
                                                                      : std::nullopt;
}

std::optional<double> real_value(std::string_view token) {
  if (token.starts_with("0x")) {
    const auto whole = whole_value(token);
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error == std::errc::result_out_of_range) {
    const std::size_t exponent = token.find('e');
    const bool is_small = exponent == std::string_view::npos
                              ? token.front() == '0' || token.front() == '.'
                              : token[exponent + 1] == '-';
    return is_small ? std::optional(0.0) : std::nullopt;
  }
  return error == std::errc{} ? std::optional(value) : std::nullopt;
}

std::string number_text(double value) {
  return in_the_form_of_the_paper(fmt::format("{}", value));
}

std::string rounded_number_text(double value) {
  return in_the_form_of_the_paper(fmt::format("{:.15g}", value));
}

}  // namespace dps::parasol
