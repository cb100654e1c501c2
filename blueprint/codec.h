/// Encodes programs and slices as bytes. Simulators receive their programs in this form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The first two bytes of every encoded program.
inline constexpr std::uint16_t kProgramVersion = 9;

/// Limit on the message types that decode_program() accepts, since it allocates memory for all
/// mids.
inline constexpr std::uint32_t kMaxMessageTypes = 1U << 20;

/// Returns the bytes of `program` (docs/program_encoding.md). Lists are encoded in place, not as
/// extents: the tables of a slice are restored exactly; tables that share lists are restored with
/// the same meaning.
std::vector<std::byte> encode_program(const Program& program);

/// Returns the program that `bytes` encode. It is safe to use for any input: every position is
/// inside its table, every next unit inside its plan, every receiver an existing process. Errors:
/// kVersion; kLimit for more than kMaxMessageTypes message types; kProtocol otherwise.
Result<Program> decode_program(std::span<const std::byte> bytes);

}  // namespace dps::blueprint
