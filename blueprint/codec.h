/// A program, whole or a slice, as bytes: how a simulator is told what it is to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "blueprint/program.h"

namespace dps::blueprint {

/// The first two bytes of every encoded program.
inline constexpr std::uint16_t kProgramVersion = 2;

/// Message types that decode_program() accepts: it makes room for all of them, known or not.
inline constexpr std::uint32_t kMaxMessageTypes = 1U << 20;

/// The bytes of `program`, as docs/program_encoding.md lays them out. Lists stand where they belong
/// and not as extents, so the tables of a slice come back as they were, and tables that share
/// their lists come back equal in meaning.
std::vector<std::byte> encode_program(const Program& program);

/// The program of such bytes. Whatever the bytes, the result is safe to use: every position lies in
/// its table, every next in its plan, every receiver among the processes. Errors: kVersion;
/// kLimit for more message types than kMaxMessageTypes; kProtocol for all else.
Result<Program> decode_program(std::span<const std::byte> bytes);

}  // namespace dps::blueprint
