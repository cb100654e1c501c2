/// Reads references from tokens.
#pragma once

#include <optional>
#include <string_view>

#include "predictor/machines/kinds/parasol/file/expression/reference.h"
#include "predictor/machines/kinds/parasol/file/expression/token_cursor.h"

namespace dps::parasol {

/// True for "ma", "pt", "tl" and the other words with which references begin.
bool begins_reference(std::string_view word);

/// The suggestion for a word that is none of them, with the names of functions and arguments.
std::string name_suggestion(TokenCursor& cursor, std::string_view word);

/// Reads a reference, whose first word is the present token. nullopt after a report.
std::optional<Reference> parse_reference(TokenCursor& cursor);

/// The error for a name that is no operation, with a suggestion.
std::string unknown_operation(TokenCursor& cursor, std::string_view name);

}  // namespace dps::parasol
