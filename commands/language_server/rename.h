/// Renames a tag or a variable of a blueprint everywhere.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "blueprint/program.h"
#include "commands/language_server/document.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// The range of the name at the position, with the name; null if there is none that can be renamed.
LspJson prepare_rename(TextDocument& document, LspPosition position);

/// A WorkspaceEdit, or the reason for which the name is not changed: the new name is taken or
/// impossible, or the blueprint would not be the same program with another name, for instance
/// because an expression in braces composes the name.
tl::expected<LspJson, std::string> rename(TextDocument& document, LspPosition position,
                                          const std::string& new_name);

}  // namespace dps::commands
