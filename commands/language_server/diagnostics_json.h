/// Diagnostics in the form of the Language Server Protocol, and quick fixes for them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "commands/language_server/lsp_json.h"

namespace dps::commands {

/// The maximum number of diagnostics that are sent; if there are more, the last one counts the
/// rest.
inline constexpr std::size_t kMostSentDiagnostics = 10'000;

/// An array of Diagnostic; the remarks follow, with the severity "information". A diagnostic
/// without a place is at the beginning of the text.
LspJson diagnostics_json(const std::string& uri, std::string_view text,
                         const std::vector<Diagnostic>& diagnostics,
                         const std::vector<Diagnostic>& remarks = {});

/// The CodeAction array for diagnostics of the client: a replacement for each word that a message
/// suggests ("did you mean 'X'?"), at its place and where its notes repeat the word.
LspJson quick_fixes(const std::string& uri, std::string_view text, const LspJson& diagnostics);

}  // namespace dps::commands
