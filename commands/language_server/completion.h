/// Completion in a blueprint.
#pragma once

#include "commands/language_server/document.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// CompletionItem array: the words and names that are allowed at the position, each with its
/// documentation.
LspJson completion(TextDocument& document, LspPosition position);

}  // namespace dps::commands
