/// Answers about the names of a blueprint and their places: definition, references, symbols,
/// folding.
#pragma once

#include "commands/language_server/document.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// Location array: the lines that define the name at the position; of a message type on an O line,
/// the I lines that wait for it. Empty if there is no name.
LspJson definition(TextDocument& document, LspPosition position);

/// Location array: all mentions of the name.
LspJson references(TextDocument& document, LspPosition position, bool with_definitions);

/// DocumentHighlight array: all mentions of the name.
LspJson highlights(TextDocument& document, LspPosition position);

/// DocumentSymbol array: the names that lines define, in the order of the lines.
LspJson symbols(TextDocument& document);

/// FoldingRange array: neighbouring lines of one section, and comments of several lines.
LspJson folding(TextDocument& document);

/// TextEdit array to the standard layout (`dps fmt`); null if a field has an error.
LspJson formatting(TextDocument& document);

}  // namespace dps::commands
