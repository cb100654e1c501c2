/// Errors and warnings in a user's text, printed as file:line:column, the line and a caret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dps {

/// A position in a text. Lines and columns count from 1, columns in bytes; line 0: no position.
struct Span {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;  ///< bytes, on that line; 0 points between two characters

  bool operator==(const Span&) const = default;
};

enum class Severity { kError, kWarning };

/// A second position of a diagnostic ("first defined here").
struct Note {
  Span span;
  std::string text;
};

/// One error or warning. The text is lower case without a full stop, quotes the user's text, and
/// ends with a suggestion if there is one: "unknown itag 'Mat.i'; did you mean 'Mats.i'?".
struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;
  std::string text;
  std::vector<Note> notes;
};

/// A text and its file.
struct SourceText {
  std::string path;  ///< as messages print it
  std::string text;
};

/// Sorts diagnostics by line and column; those at the same place keep their order.
void sort_by_place(std::vector<Diagnostic>& diagnostics);

bool has_errors(const std::vector<Diagnostic>& diagnostics);

struct RenderOptions {
  std::size_t limit = 20;  ///< the most errors printed, and the most warnings
  bool color = false;      ///< with escape sequences, as compilers use them
};

/// Returns the diagnostics for a terminal, each with its line and a caret under the span; at the
/// end "... and N more errors", if not all are printed. Control characters and invalid UTF-8 of the
/// line are printed as \xNN; the caret is moved accordingly.
std::string render(const SourceText& source, const std::vector<Diagnostic>& diagnostics,
                   const RenderOptions& options = {});

}  // namespace dps
