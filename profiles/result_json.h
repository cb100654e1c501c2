/// The result as JSON (docs/result.md): what -o keeps, what `dps profile` and others read.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "profiles/result.h"

namespace dps::profiles {

/// One JSON object, a line for every process and every row of messages. A figure that is not finite
/// is written as 0, text that is not UTF-8 with U+FFFD in place of what is wrong.
std::string to_json(const RunResult& result);

/// Reads what to_json() wrote, or another program: unknown keys are passed over, everything else is
/// checked, and the message names the key ("runs[0].processes[3].real_s: …"). kInput, kVersion, and
/// kLimit for what is nested deeper than any result.
Result<RunResult> parse_result(std::string_view text);

/// A million processes at level process have some 300 MB; a file that is larger is not read back.
inline constexpr std::size_t kMostResultBytes = std::size_t{512} << 20;

/// parse_result() of a file of at most kMostResultBytes; messages begin with its path.
Result<RunResult> load_result(const std::string& path);

/// The JSON form of a text, and of a list of texts, as RunResult::environment holds them.
std::string json_form(std::string_view text);
std::string json_form(std::span<const std::string> texts);

/// The other way, for people: a text without its quotes, a list with blanks between, others as they
/// are.
std::string readable_form(std::string_view json);

}  // namespace dps::profiles
