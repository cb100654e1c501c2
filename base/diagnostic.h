/// What is wrong with a user's text, where, and how it is shown: file:line:column, the line, a
/// caret.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dps {

/// A place in a text. Lines and columns count from 1, columns in bytes; line 0 is "no place".
struct Span {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::uint32_t length = 0;  ///< bytes, on that line; 0 points between two characters

  bool operator==(const Span&) const = default;
};

enum class Severity { kError, kWarning };

/// A second place that belongs to a diagnostic ("first defined here").
struct Note {
  Span span;
  std::string text;
};

/// One mistake. The text is lower case without a full stop, quotes the user's words, and ends with
/// a suggestion where there is one: "unknown itag 'Mat.i'; did you mean 'Mats.i'?".
struct Diagnostic {
  Severity severity = Severity::kError;
  Span span;
  std::string text;
  std::vector<Note> notes;
};

/// A text together with the name that messages give it.
struct SourceText {
  std::string path;
  std::string text;
};

/// Puts diagnostics into the order of their lines and columns; equal places keep their order.
void sort_by_place(std::vector<Diagnostic>& diagnostics);

bool has_errors(const std::vector<Diagnostic>& diagnostics);

/// The diagnostics as the user sees them, each with its line and a caret under the span. At most
/// `limit` errors and as many warnings are shown, then "… and N more errors". Control characters
/// and broken UTF-8 of the line are shown as \xNN, and the caret still stands under the right
/// place.
std::string render(const SourceText& source, const std::vector<Diagnostic>& diagnostics,
                   std::size_t limit = 20);

}  // namespace dps
