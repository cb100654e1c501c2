/// The values of RunResult::environment, which are JSON texts.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace dps::profiles {

struct RunResult;

/// Encode a string, or a list of strings.
std::string json_form(std::string_view text);
std::string json_form(std::span<const std::string> texts);

/// Formats a value for people: strings without quotes, the elements of a list separated by blanks,
/// other values unchanged.
std::string readable_form(std::string_view json);

/// An entry of the environment in readable form; "" if there is none.
std::string environment_of(const RunResult& result, std::string_view name);

/// The machine of a prediction, for comparisons: the name of a file is a plain path.
std::string machine_of(const RunResult& result);

}  // namespace dps::profiles
