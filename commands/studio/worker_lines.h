/// The lines that the studio's worker and its children write. Source: docs/protocol_studio.md,
/// "Workers".
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "commands/studio/prediction_request.h"

namespace dps::commands {

/// Writes the message as a line on standard output, and ends the process if the reader has ended.
/// Replaces bytes that are not UTF-8, which come from files.
void print_line(const nlohmann::ordered_json& message);

nlohmann::ordered_json line_of(std::string_view kind, RequestKey key);
nlohmann::ordered_json failed_line(RequestKey key, std::string_view part, const std::string& text);

}  // namespace dps::commands
