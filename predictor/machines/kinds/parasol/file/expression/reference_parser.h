/// Reads references from tokens.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "predictor/machines/kinds/parasol/file/expression/reference.h"
#include "predictor/machines/kinds/parasol/file/expression/token_cursor.h"

namespace dps::parasol {

/// True for "ma", "pt", "tl" and the other words with which references begin.
bool begins_reference(std::string_view word);

/// The suggestion for a word that begins no reference, with the names of functions and arguments.
std::string name_suggestion(TokenCursor& cursor, std::string_view word);

/// The reason why there is no reference after a report.
enum class NoReference : std::uint8_t {
  kUnknownName,  ///< its form is right: the cursor is behind it
  kBroken,
};

/// Reads a reference, whose first word is the present token.
tl::expected<Reference, NoReference> parse_reference(TokenCursor& cursor);

/// The error for a name that is no operation, with a suggestion.
std::string unknown_operation(TokenCursor& cursor, std::string_view name);

}  // namespace dps::parasol
