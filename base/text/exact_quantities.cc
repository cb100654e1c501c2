#include "base/text/exact_quantities.h"

#include <fmt/format.h>

#include "base/check.h"
#include "base/text/decimal.h"
#include "base/text/problems.h"
#include "base/text/units.h"

namespace dps::text {
namespace {

constexpr std::uint64_t kAttosecondsPerFemtosecond = 1'000;
constexpr std::uint64_t kAttosecondsPerSecond = 1'000'000'000'000'000'000;
constexpr std::uint64_t kMostTime = 18 * kAttosecondsPerSecond;  // 2^64 attoseconds are 18.4 s
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 60;
constexpr std::uint32_t kMostDigits = 20;  // digits of 18 s in attoseconds

/// A kind of quantity: its units, its range, and its words in messages.
struct QuantityKind {
  std::string_view name;
  std::string_view example;
  std::string_view base_unit;  ///< the result is a whole number of these
  std::span<const QuantityUnit> units;
  std::uint64_t per_factor = 1;  ///< base units in a QuantityUnit::factor of 1
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::string_view range;  ///< least and most, for messages
};

Checked<std::uint64_t> read(std::string_view text, const QuantityKind& kind) {
  const auto refuse = [](std::string why) { return tl::unexpected<std::string>(std::move(why)); };
  const auto expected = [&] {
    return fmt::format("expected {} such as '{}', got {}", kind.name, kind.example, quoted(text));
  };
  const auto written = split_quantity(text, kind.units, QuantityFormat::kMachine);
  if (!written || written->number.digits > kMostDigits || written->number.has_exponent ||
      written->number.written.ends_with('.')) {
    return refuse(expected());
  }
  if (written->unit_name.empty()) {
    return refuse(expected() + ", which has no unit");
  }
  if (written->unit == nullptr) {
    return refuse(fmt::format("unknown unit {} in {}; the units are {}", quoted(written->unit_name),
                              quoted(text), unit_names(kind.units, QuantityFormat::kMachine)));
  }
  const auto value = exact_product(written->number, written->unit->factor * kind.per_factor);
  if (!value && value.error() == Inexact::kFraction) {
    return refuse(fmt::format("{} is not a whole number of {}", quoted(text), kind.base_unit));
  }
  if (!value || *value < kind.least || *value > kind.most) {
    return refuse(fmt::format("{} is out of range: {}", quoted(text), kind.range));
  }
  return *value;
}

/// Formats `value` / `factor` without rounding. The factor is a power of ten.
std::string quotient(std::uint64_t value, std::uint64_t factor) {
  std::string text = std::to_string(value / factor);
  std::uint64_t rest = value % factor;
  text += rest > 0 ? "." : "";
  for (std::uint64_t digit = factor / 10; rest > 0; digit /= 10) {
    text += static_cast<char>('0' + rest / digit);
    rest %= digit;
  }
  return text;
}

}  // namespace

Checked<Attoseconds> read_time(std::string_view text) {
  return read(text, {"a time", "50us", "attoseconds", units_of_time(), kAttosecondsPerFemtosecond,
                     0, kMostTime, "at most 18 s"})
      .map([](std::uint64_t count) { return Attoseconds(count); });
}

Checked<BitsPerSecond> read_bandwidth(std::string_view text) {
  return read(text, {"a bandwidth", "1Gbit/s", "bits a second", units_of_bandwidth(), 1, 1,
                     kMostBandwidth.bits, "from 1bit/s to 1000Tbit/s"})
      .map([](std::uint64_t count) { return BitsPerSecond(count); });
}

Checked<std::uint64_t> read_bytes(std::string_view text) {
  return read(
      text, {"a size", "64KiB", "bytes", units_of_size(), 1, 0, kMostBytes, "at most 2^60 bytes"});
}

std::string write_time(Attoseconds time) {
  const std::uint64_t attoseconds = time.count();
  if (attoseconds == 0) {
    return "0s";
  }
  QuantityUnit best;
  for (const QuantityUnit& unit : units_of_time()) {
    if (unit.is_in(QuantityFormat::kMachine) &&
        (best.name.empty() || attoseconds / kAttosecondsPerFemtosecond >= unit.factor)) {
      best = unit;
    }
  }
  return quotient(attoseconds, best.factor * kAttosecondsPerFemtosecond) + std::string(best.name);
}

std::string write_time(Attoseconds time, std::string_view unit) {
  const QuantityUnit* found = find_unit(units_of_time(), QuantityFormat::kMachine, unit);
  DPS_CHECK(found != nullptr);
  return quotient(time.count(), found->factor * kAttosecondsPerFemtosecond) + std::string(unit);
}

std::string write_bandwidth(BitsPerSecond bandwidth) {
  QuantityUnit best;
  for (const QuantityUnit& unit : units_of_bandwidth()) {
    const bool counts_bits = unit.name.ends_with("bit/s");
    if (counts_bits && (bandwidth.bits >= unit.factor || best.name.empty())) {
      best = unit;
    }
  }
  return quotient(bandwidth.bits, best.factor) + std::string(best.name);
}

std::string write_bytes(std::uint64_t bytes) {
  QuantityUnit best;
  for (const QuantityUnit& unit : units_of_size()) {
    const bool is_binary = unit.name == "B" || unit.name.ends_with("iB");
    const bool is_multiple = bytes >= unit.factor && bytes % unit.factor == 0;
    if (is_binary && (is_multiple || best.name.empty())) {
      best = unit;
    }
  }
  return std::to_string(bytes / best.factor) + std::string(best.name);
}

}  // namespace dps::text
