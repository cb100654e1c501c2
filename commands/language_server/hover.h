/// The meaning of a line of a blueprint: hover, and hints with the values of its expressions.
#pragma once

#include "blueprint/program.h"
#include "commands/language_server/document.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// A Hover: the word or the name at the position, the line as a sentence, and the values of its
/// expressions for each kind of process; null where there is no line. `program`: that of the text,
/// or null if the text has errors.
LspJson hover(TextDocument& document, LspPosition position, const blueprint::Program* program);

/// InlayHint array for the lines from `first` to `last`: the values of expressions.
LspJson inlay_hints(TextDocument& document, const LspPosition& first, const LspPosition& last,
                    const blueprint::Program* program);

/// CodeLens array: on each P line "predict" and "run", the client's commands dps.predict and
/// dps.run with the URI of the blueprint.
LspJson code_lenses(TextDocument& document);

}  // namespace dps::commands
