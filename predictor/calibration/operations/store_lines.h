/// Deletes the stores from the assembler of a routine, so that a store can be timed alone.
/// Source: the Parasol paper, 4.2.3.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dps::calibration {

/// True if this processor's assembler is known: x86-64 and AArch64.
bool knows_store_lines();

/// The assembler without the stores in the first routine (dps_first) that occur as often as its
/// statements. Empty if there are none.
std::string without_stores(std::string_view assembler, std::uint32_t copies);

}  // namespace dps::calibration
