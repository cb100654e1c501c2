/// Texts as parts of files that have a syntax of their own.
#pragma once

#include <string>
#include <string_view>

namespace dps::text {

/// Returns `text` as one field of a CSV file: quoted, with quotes doubled, if it contains a comma,
/// quote or line end; otherwise unchanged. Source: RFC 4180, rules 5 to 7.
std::string csv_field(std::string_view text);

/// Returns `text` for an element or a quoted attribute of HTML.
std::string html_text(std::string_view text);

/// Returns `text` as a string of JSON, with its quotes. It must be UTF-8.
std::string json_text(std::string_view text);

}  // namespace dps::text
