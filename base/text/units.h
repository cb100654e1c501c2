/// The units of all quantities that dps reads, with the formats that accept them.
///
/// The formats differ on purpose: a blueprint's time may be a bare number of seconds, and a machine
/// file has no bare number at all; a lone letter is a power of 1024.
/// Source: docs/language.md, "Lines, fields, tags" and "T: hosts"; docs/hosts.md, "Hosts files";
/// docs/machines.md.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace dps::text {

/// Bits of Unit::formats.
enum class Format : std::uint8_t {
  kBlueprint = 1,  ///< times also on the command line and, with a unit, in costs files
  kHosts = 2,      ///< hosts files; sizes also on the command line
  kMachine = 4,    ///< machine files
};

struct Unit {
  std::string_view name;     ///< empty for a number without a unit
  std::uint64_t factor = 1;  ///< femtoseconds, bytes or bits per second
  std::uint8_t formats = 0;

  [[nodiscard]] bool is_in(Format format) const {
    return (formats & static_cast<std::uint8_t>(format)) != 0;
  }
};

inline constexpr std::uint64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;

// In ascending order, bits before bytes.
std::span<const Unit> units_of_time();       ///< in femtoseconds
std::span<const Unit> units_of_size();       ///< in bytes
std::span<const Unit> units_of_bandwidth();  ///< in bits per second

/// The unit of this name in this format, or null.
const Unit* find_unit(std::span<const Unit> units, Format format, std::string_view name);

/// "fs ps ns us ms s": the names that a format accepts, for messages.
std::string unit_names(std::span<const Unit> units, Format format);

}  // namespace dps::text
