/// The units of all quantities that dps reads, with the formats that accept them.
///
/// The formats differ on purpose: a blueprint's time may be a bare number of seconds, and a machine
/// file has no bare number at all; a lone letter is a power of 1024.
/// Source: docs/language.md, "Lines, fields, tags" and "T: hosts"; docs/hosts.md, "Hosts files";
/// docs/machines.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text/decimal.h"

namespace dps::text {

/// Bits of QuantityUnit::formats.
enum class QuantityFormat : std::uint8_t {
  kBlueprint = 1,  ///< times also on the command line and, with a unit, in costs files
  kHosts = 2,      ///< hosts files; sizes also on the command line
  kMachine = 4,    ///< machine files
};

struct QuantityUnit {
  std::string_view name;     ///< empty for a number without a unit
  std::uint64_t factor = 1;  ///< femtoseconds, bytes or bits per second
  std::uint8_t formats = 0;

  [[nodiscard]] bool is_in(QuantityFormat format) const {
    return (formats & static_cast<std::uint8_t>(format)) != 0;
  }
};

inline constexpr std::uint64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;

// In ascending order, bits before bytes.
std::span<const QuantityUnit> units_of_time();       ///< in femtoseconds
std::span<const QuantityUnit> units_of_size();       ///< in bytes
std::span<const QuantityUnit> units_of_bandwidth();  ///< in bits per second

/// The unit of this name in this format, or null.
const QuantityUnit* find_unit(std::span<const QuantityUnit> units, QuantityFormat format,
                              std::string_view name);

/// A number and its unit, as they are written.
struct WrittenQuantity {
  Decimal number;
  std::string_view unit_name;          ///< empty if nothing follows the number
  const QuantityUnit* unit = nullptr;  ///< null if the format has no unit of this name
};

/// Splits "1.5MB" into its number and its unit, which must be one of `units` in this format;
/// nullopt if the text does not begin with a number.
std::optional<WrittenQuantity> split_quantity(std::string_view text,
                                              std::span<const QuantityUnit> units,
                                              QuantityFormat format);

/// "fs ps ns us ms s": the names that a format accepts, for messages.
std::string unit_names(std::span<const QuantityUnit> units, QuantityFormat format);

}  // namespace dps::text
