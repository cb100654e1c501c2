#include "base/text/units.h"

#include <algorithm>
#include <array>

namespace dps::text {
namespace {

constexpr std::uint8_t kBlueprint = static_cast<std::uint8_t>(Format::kBlueprint);
constexpr std::uint8_t kHosts = static_cast<std::uint8_t>(Format::kHosts);
constexpr std::uint8_t kMachine = static_cast<std::uint8_t>(Format::kMachine);

constexpr std::uint64_t kKibi = std::uint64_t{1} << 10;
constexpr std::uint64_t kMebi = std::uint64_t{1} << 20;
constexpr std::uint64_t kGibi = std::uint64_t{1} << 30;
constexpr std::uint64_t kTebi = std::uint64_t{1} << 40;
constexpr std::uint64_t kKilo = 1'000;
constexpr std::uint64_t kMega = 1'000'000;
constexpr std::uint64_t kGiga = 1'000'000'000;
constexpr std::uint64_t kTera = 1'000'000'000'000;

constexpr std::array kTime{
    Unit{"", kFemtosecondsPerSecond, kBlueprint},
    Unit{"fs", 1, kMachine},
    Unit{"ps", kKilo, kMachine},
    Unit{"ns", kMega, kBlueprint | kMachine},
    Unit{"us", kGiga, kBlueprint | kMachine},
    Unit{"ms", kTera, kBlueprint | kMachine},
    Unit{"s", kFemtosecondsPerSecond, kBlueprint | kMachine},
    Unit{"min", 60 * kFemtosecondsPerSecond, kBlueprint},
    Unit{"h", 3600 * kFemtosecondsPerSecond, kBlueprint},
};

constexpr std::array kSize{
    Unit{"", 1, kBlueprint | kHosts},
    Unit{"B", 1, kHosts | kMachine},
    Unit{"K", kKibi, kHosts},
    Unit{"M", kMebi, kBlueprint | kHosts},
    Unit{"G", kGibi, kBlueprint | kHosts},
    Unit{"T", kTebi, kBlueprint | kHosts},
    Unit{"kB", kKilo, kHosts | kMachine},
    Unit{"KB", kKilo, kHosts | kMachine},
    Unit{"MB", kMega, kHosts | kMachine},
    Unit{"GB", kGiga, kHosts | kMachine},
    Unit{"TB", kTera, kHosts | kMachine},
    Unit{"KiB", kKibi, kHosts | kMachine},
    Unit{"MiB", kMebi, kHosts | kMachine},
    Unit{"GiB", kGibi, kHosts | kMachine},
    Unit{"TiB", kTebi, kHosts | kMachine},
};

constexpr std::array kBandwidth{
    Unit{"bit/s", 1, kMachine},         Unit{"kbit/s", kKilo, kMachine},
    Unit{"Mbit/s", kMega, kMachine},    Unit{"Gbit/s", kGiga, kMachine},
    Unit{"Tbit/s", kTera, kMachine},    Unit{"B/s", 8, kMachine},
    Unit{"kB/s", 8 * kKilo, kMachine},  Unit{"KB/s", 8 * kKilo, kMachine},
    Unit{"MB/s", 8 * kMega, kMachine},  Unit{"GB/s", 8 * kGiga, kMachine},
    Unit{"TB/s", 8 * kTera, kMachine},  Unit{"KiB/s", 8 * kKibi, kMachine},
    Unit{"MiB/s", 8 * kMebi, kMachine}, Unit{"GiB/s", 8 * kGibi, kMachine},
};

}  // namespace

std::span<const Unit> units_of_time() {
  return kTime;
}

std::span<const Unit> units_of_size() {
  return kSize;
}

std::span<const Unit> units_of_bandwidth() {
  return kBandwidth;
}

const Unit* find_unit(std::span<const Unit> units, Format format, std::string_view name) {
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) {
    return unit.name == name && unit.is_in(format);
  });
  return found == units.end() ? nullptr : &*found;
}

std::string unit_names(std::span<const Unit> units, Format format) {
  std::string names;
  for (const Unit& unit : units) {
    if (unit.is_in(format) && !unit.name.empty()) {
      names += names.empty() ? "" : " ";
      names += unit.name;
    }
  }
  return names;
}

}  // namespace dps::text
