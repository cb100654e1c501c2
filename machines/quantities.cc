#include "machines/quantities.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/check.h"
#include "base/printable.h"
#include "base/rates.h"
#include "machines/wide.h"

namespace dps::machines {
namespace {

constexpr std::uint64_t kAttosecondsPerSecond = 1'000'000'000'000'000'000;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 60;
constexpr std::uint64_t kMostSeconds = 18;  // what fits
constexpr Wide kKibi = 1024;

struct Unit {
  std::string_view name;
  Wide factor;
};

constexpr std::array<Unit, 6> kTimeUnits{{{"fs", 1'000},
                                          {"ps", 1'000'000},
                                          {"ns", 1'000'000'000},
                                          {"us", 1'000'000'000'000},
                                          {"ms", 1'000'000'000'000'000},
                                          {"s", kAttosecondsPerSecond}}};

constexpr std::array<Unit, 14> kBandwidthUnits{{{"bit/s", 1},
                                                {"kbit/s", 1'000},
                                                {"Mbit/s", 1'000'000},
                                                {"Gbit/s", 1'000'000'000},
                                                {"Tbit/s", 1'000'000'000'000},
                                                {"B/s", 8},
                                                {"kB/s", 8'000},
                                                {"KB/s", 8'000},
                                                {"MB/s", 8'000'000},
                                                {"GB/s", 8'000'000'000},
                                                {"TB/s", 8'000'000'000'000},
                                                {"KiB/s", 8 * kKibi},
                                                {"MiB/s", 8 * kKibi* kKibi},
                                                {"GiB/s", 8 * kKibi* kKibi* kKibi}}};

constexpr std::array<Unit, 10> kByteUnits{{{"B", 1},
                                           {"kB", 1'000},
                                           {"KB", 1'000},
                                           {"MB", 1'000'000},
                                           {"GB", 1'000'000'000},
                                           {"TB", 1'000'000'000'000},
                                           {"KiB", kKibi},
                                           {"MiB", kKibi* kKibi},
                                           {"GiB", kKibi* kKibi* kKibi},
                                           {"TiB", kKibi* kKibi* kKibi* kKibi}}};

/// digits / 10^places
struct Decimal {
  std::uint64_t digits = 0;
  std::uint64_t ten_to_places = 1;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// At most 18 digits; moves past them.
std::optional<Decimal> take_decimal(std::string_view& text) {
  constexpr int kMostDigits = 18;
  Decimal decimal;
  int digits = 0;
  bool after_point = false;
  std::size_t i = 0;
  for (; i < text.size() && (is_digit(text[i]) || (text[i] == '.' && !after_point)); ++i) {
    if (text[i] == '.') {
      after_point = true;
      continue;
    }
    if (++digits > kMostDigits) {
      return std::nullopt;
    }
    decimal.digits = decimal.digits * 10 + static_cast<std::uint64_t>(text[i] - '0');
    decimal.ten_to_places *= after_point ? 10 : 1;
  }
  const bool ends_in_point = i > 0 && text[i - 1] == '.';
  if (digits == 0 || ends_in_point) {
    return std::nullopt;
  }
  text.remove_prefix(i);
  return decimal;
}

std::string quoted(std::string_view text) {
  return "'" + printable(text) + "'";
}

/// What a kind of value is called, what it looks like, and how small and large it may be.
struct Kind {
  std::string_view name;
  std::string_view example;
  std::string_view unit;  ///< of the whole numbers that it is read as
  Wide least;
  Wide most;
  std::string_view range;  ///< in words
};

template <std::size_t N>
Reading<std::uint64_t> read(std::string_view text, const std::array<Unit, N>& units,
                            const Kind& kind) {
  const auto wrong = [&](const std::string& why) { return tl::unexpected(why); };
  const std::string expected = "expected " + std::string(kind.name) + " such as '" +
                               std::string(kind.example) + "', got " + quoted(text);
  std::string_view rest = text;
  const auto decimal = take_decimal(rest);
  if (!decimal) {
    return wrong(expected);
  }
  if (rest.empty()) {
    return wrong(expected + ", which has no unit");
  }
  for (const Unit& unit : units) {
    if (unit.name != rest) {
      continue;
    }
    const Wide value = decimal->digits * unit.factor;
    if (value % decimal->ten_to_places != 0) {
      return wrong(quoted(text) + " is not a whole number of " + std::string(kind.unit));
    }
    const Wide whole = value / decimal->ten_to_places;
    if (whole < kind.least || whole > kind.most) {
      return wrong(quoted(text) + " is out of range: " + std::string(kind.range));
    }
    return static_cast<std::uint64_t>(whole);
  }
  std::string names;
  for (const Unit& unit : units) {
    names += (names.empty() ? "" : " ") + std::string(unit.name);
  }
  return wrong("unknown unit " + quoted(rest) + " in " + quoted(text) + "; there are " + names);
}

/// In the largest unit that the value reaches, else the smallest; units ascend.
template <std::size_t N>
std::string written(std::uint64_t value, const std::array<Unit, N>& units) {
  const Unit* unit = units.data();
  for (const Unit& larger : units) {
    unit = value >= larger.factor ? &larger : unit;
  }
  const auto factor = static_cast<std::uint64_t>(unit->factor);
  std::string text = std::to_string(value / factor);
  std::uint64_t rest = value % factor;
  for (std::uint64_t digit = factor / 10; rest > 0; digit /= 10) {
    text += text.find('.') == std::string::npos ? "." : "";
    text += static_cast<char>('0' + rest / digit);
    rest %= digit;
  }
  return text + std::string(unit->name);
}

}  // namespace

Reading<std::uint64_t> read_time(std::string_view text) {
  return read(text, kTimeUnits,
              {"a time", "50us", "attoseconds", 0, Wide{kMostSeconds} * kAttosecondsPerSecond,
               "at most 18 s"});
}

Reading<std::uint64_t> read_bandwidth(std::string_view text) {
  return read(text, kBandwidthUnits,
              {"a bandwidth", "1Gbit/s", "bits a second", 1, kMostBandwidth.bits,
               "from 1bit/s to 1000Tbit/s"});
}

Reading<std::uint64_t> read_bytes(std::string_view text) {
  return read(text, kByteUnits, {"a size", "64KiB", "bytes", 0, kMostBytes, "at most 2^60 bytes"});
}

std::string write_time(std::uint64_t attoseconds) {
  return attoseconds == 0 ? "0s" : written(attoseconds, kTimeUnits);
}

std::string write_bandwidth(std::uint64_t bits_per_second) {
  constexpr std::size_t kOfBits = 5;  // the first of all
  std::array<Unit, kOfBits> units{};
  std::copy_n(kBandwidthUnits.begin(), kOfBits, units.begin());
  return written(bits_per_second, units);
}

std::string write_bytes(std::uint64_t bytes) {
  const Unit* best = kByteUnits.data();
  for (const Unit& unit : kByteUnits) {
    DPS_CHECK(unit.factor > 0);
    const bool is_binary = unit.factor == 1 || unit.name.find('i') != std::string_view::npos;
    if (is_binary && bytes >= unit.factor && bytes % unit.factor == 0) {
      best = &unit;
    }
  }
  const auto factor = static_cast<std::uint64_t>(best->factor);
  return std::to_string(bytes / factor) + std::string(best->name);
}

}  // namespace dps::machines
