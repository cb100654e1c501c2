/// The requests of a picture of the program: its contents, and its edits. They extend the Language
/// Server Protocol. Source: docs/protocol_studio.md, "The picture".
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "commands/language_server/document.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// The answer to `dps/picture`. `program`: that of the text; null if it has errors.
tl::expected<LspJson, std::string> picture(TextDocument& document,
                                           const blueprint::Program* program);

/// The answer to `dps/edit`: TextEdits. Throws LspJson::exception if `edits` are malformed.
tl::expected<LspJson, std::string> edit_picture(TextDocument& document, const LspJson& edits);

}  // namespace dps::commands
