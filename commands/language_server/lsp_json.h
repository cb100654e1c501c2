/// The JSON of the Language Server Protocol: types that many messages use.
/// Source: LSP 3.17, "Basic JSON Structures".
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/text/source_map.h"
#include "commands/language_server/text_lines.h"

namespace dps::commands {

using LspJson = nlohmann::json;

/// The errors of a response. Source: JSON-RPC 2.0; LSP 3.17, "ErrorCodes".
enum class LspError : int {
  kParse = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternal = -32603,
  kNotInitialized = -32002,
  kRequestCancelled = -32800,
  kRequestFailed = -32803,
};

LspJson json_of(LspPosition position);
LspJson json_of(const TextLines& lines, text::Range range);
/// A TextEdit.
LspJson edit_json(const TextLines& lines, text::Range range, std::string_view text);
/// Reads a Position. Throws LspJson::exception if it is malformed.
LspPosition position_of(const LspJson& position);

/// The path of a file: URI, without its %-escapes; other URIs are returned unchanged.
std::string path_of(std::string_view uri);

/// Escapes a text so that Markdown shows it unchanged.
std::string markdown_of(std::string_view text);

}  // namespace dps::commands
