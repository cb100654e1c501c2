#include "predictor/machines/files/machine_key.h"

#include <charconv>
#include <limits>

#include "base/text/exact_quantities.h"

namespace dps::machines {
namespace {

Result<std::uint64_t> scaled_number(std::uint64_t number, Factor factor) {
  const Wide product = scaled(Wide{number}, factor);
  if (product > std::numeric_limits<std::uint64_t>::max()) {
    return failure(ErrorCode::kInput, "the product is out of range");
  }
  return static_cast<std::uint64_t>(product);
}

/// Reads the value, multiplies the number that `count` finds in it, and writes the product.
template <typename Value, typename Count, typename Write>
Result<std::string> scale_quantity(text::Checked<Value> read, Factor factor, Count count,
                                   Write write) {
  if (!read) {
    return failure(ErrorCode::kInput, read.error());
  }
  const auto product = scaled_number(count(*read), factor);
  if (!product) {
    return tl::unexpected(product.error());
  }
  return write(*product);
}

}  // namespace

Result<std::string> scale_time(std::string_view value, Factor factor) {
  return scale_quantity(
      text::read_time(value), factor, [](Attoseconds time) { return time.count(); },
      [](std::uint64_t count) { return text::write_time(Attoseconds(count)); });
}

Result<std::string> scale_bandwidth(std::string_view value, Factor factor) {
  return scale_quantity(
      text::read_bandwidth(value), factor, [](BitsPerSecond rate) { return rate.bits; },
      [](std::uint64_t count) { return text::write_bandwidth(BitsPerSecond(count)); });
}

Result<std::string> scale_bytes(std::string_view value, Factor factor) {
  return scale_quantity(
      text::read_bytes(value), factor, [](std::uint64_t bytes) { return bytes; },
      text::write_bytes);
}

Result<std::string> add_time(std::string_view value, std::string_view time) {
  const auto before = text::read_time(value);
  const auto more = text::read_time(time);
  if (!before || !more) {
    return failure(ErrorCode::kInput, before ? more.error() : before.error());
  }
  if (more->count() > Attoseconds::max().count() - before->count()) {
    return failure(ErrorCode::kInput, "the sum is out of range");
  }
  const std::string_view unit = value.substr(value.find_first_not_of("0123456789."));
  return text::write_time(*before + *more, unit);
}

AddTime adder_beside(ScaleValue scale) {
  return scale == scale_time ? add_time : nullptr;
}

Result<std::string> scale_count(std::string_view value, Factor factor) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  if (error != std::errc{} || end != value.data() + value.size()) {
    return failure(ErrorCode::kInput, "'" + std::string(value) + "' is not a whole number");
  }
  const auto product = scaled_number(number, factor);
  return product ? Result<std::string>(std::to_string(*product)) : tl::unexpected(product.error());
}

}  // namespace dps::machines
