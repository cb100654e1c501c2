/// Writes and reads results as JSON (docs/result.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "profiles/result.h"

namespace dps::profiles {

/// One JSON object with a line for each process and each row of messages. Figures that are not
/// finite are unknown: null; invalid UTF-8 is replaced by U+FFFD.
std::string to_json(const RunResult& result);

/// Reads a result that to_json() or another program wrote. Ignores unknown keys and checks all
/// others; error messages name the key ("runs[0].processes[3].real_s: …").
/// Errors: kInput, kVersion; kLimit if the text is nested too deeply or does not fit into memory.
Result<RunResult> parse_result(std::string_view text);

/// The version that to_json() writes, and the oldest one that parse_result() reads.
inline constexpr std::uint64_t kResultVersion = 2;
inline constexpr std::uint64_t kOldestResultVersion = 1;

/// Largest file that load_result() reads. A million processes at level process need some 300 MB.
inline constexpr std::size_t kMostResultBytes = std::size_t{512} << 20;

/// Reads a file of at most kMostResultBytes, or with "-" standard input, with parse_result().
/// Messages begin with its name.
Result<RunResult> load_result(const std::string& path);

}  // namespace dps::profiles
