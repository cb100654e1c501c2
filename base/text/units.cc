#include "base/text/units.h"

#include <algorithm>
#include <array>

namespace dps::text {
namespace {

constexpr std::uint8_t kBlueprint = static_cast<std::uint8_t>(QuantityFormat::kBlueprint);
constexpr std::uint8_t kHosts = static_cast<std::uint8_t>(QuantityFormat::kHosts);
constexpr std::uint8_t kMachine = static_cast<std::uint8_t>(QuantityFormat::kMachine);

constexpr std::uint64_t kKibi = std::uint64_t{1} << 10;
constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
constexpr std::uint64_t kGibi = std::uint64_t{1} << 30;
constexpr std::uint64_t kTebi = std::uint64_t{1} << 40;
constexpr std::uint64_t kKilo = 1'000;
constexpr std::uint64_t kMega = 1'000'000;
constexpr std::uint64_t kGiga = 1'000'000'000;
constexpr std::uint64_t kTera = 1'000'000'000'000;

constexpr std::array kTime{
    QuantityUnit{"", kFemtosecondsPerSecond, kBlueprint},
    QuantityUnit{"fs", 1, kMachine},
    QuantityUnit{"ps", kKilo, kMachine},
    QuantityUnit{"ns", kMega, kBlueprint | kMachine},
    QuantityUnit{"us", kGiga, kBlueprint | kMachine},
    QuantityUnit{"ms", kTera, kBlueprint | kMachine},
    QuantityUnit{"s", kFemtosecondsPerSecond, kBlueprint | kMachine},
    QuantityUnit{"min", 60 * kFemtosecondsPerSecond, kBlueprint},
    QuantityUnit{"h", 3600 * kFemtosecondsPerSecond, kBlueprint},
};

constexpr std::array kSize{
    QuantityUnit{"", 1, kBlueprint | kHosts},
    QuantityUnit{"B", 1, kHosts | kMachine},
    QuantityUnit{"K", kKibi, kHosts},
    QuantityUnit{"M", kMebi, kBlueprint | kHosts},
    QuantityUnit{"G", kGibi, kBlueprint | kHosts},
    QuantityUnit{"T", kTebi, kBlueprint | kHosts},
    QuantityUnit{"kB", kKilo, kHosts | kMachine},
    QuantityUnit{"KB", kKilo, kHosts | kMachine},
    QuantityUnit{"MB", kMega, kHosts | kMachine},
    QuantityUnit{"GB", kGiga, kHosts | kMachine},
    QuantityUnit{"TB", kTera, kHosts | kMachine},
    QuantityUnit{"KiB", kKibi, kHosts | kMachine},
    QuantityUnit{"MiB", kMebi, kHosts | kMachine},
    QuantityUnit{"GiB", kGibi, kHosts | kMachine},
    QuantityUnit{"TiB", kTebi, kHosts | kMachine},
};

constexpr std::array kBandwidth{
    QuantityUnit{"bit/s", 1, kMachine},         QuantityUnit{"kbit/s", kKilo, kMachine},
    QuantityUnit{"Mbit/s", kMega, kMachine},    QuantityUnit{"Gbit/s", kGiga, kMachine},
    QuantityUnit{"Tbit/s", kTera, kMachine},    QuantityUnit{"B/s", 8, kMachine},
    QuantityUnit{"kB/s", 8 * kKilo, kMachine},  QuantityUnit{"KB/s", 8 * kKilo, kMachine},
    QuantityUnit{"MB/s", 8 * kMega, kMachine},  QuantityUnit{"GB/s", 8 * kGiga, kMachine},
    QuantityUnit{"TB/s", 8 * kTera, kMachine},  QuantityUnit{"KiB/s", 8 * kKibi, kMachine},
    QuantityUnit{"MiB/s", 8 * kMebi, kMachine}, QuantityUnit{"GiB/s", 8 * kGibi, kMachine},
};

}  // namespace

std::span<const QuantityUnit> units_of_time() {
  return kTime;
}

std::span<const QuantityUnit> units_of_size() {
  return kSize;
}

std::span<const QuantityUnit> units_of_bandwidth() {
  return kBandwidth;
}

const QuantityUnit* find_unit(std::span<const QuantityUnit> units, QuantityFormat format,
                              std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const QuantityUnit& unit) {
    return unit.name == name && unit.is_in(format);
  });
  return found == units.end() ? nullptr : &*found;
}

std::optional<WrittenQuantity> split_quantity(std::string_view text,
                                              std::span<const QuantityUnit> units,
                                              QuantityFormat format) {
  const auto number = take_decimal(text);
  return number ? std::optional(WrittenQuantity{*number, text, find_unit(units, format, text)})
                : std::nullopt;
}

std::string unit_names(std::span<const QuantityUnit> units, QuantityFormat format) {
  std::string names;
  for (const QuantityUnit& unit : units) {
    if (unit.is_in(format) && !unit.name.empty()) {
      names += names.empty() ? "" : " ";
      names += unit.name;
    }
  }
  return names;
}

}  // namespace dps::text
