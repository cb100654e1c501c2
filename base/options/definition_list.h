/// Paragraphs and lists of terms for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dps::options {

/// A term and its explanation.
using Definition = std::pair<std::string, std::string>;

/// Breaks `text` into lines of at most `width` columns, and at most 100.
std::string paragraph(std::string_view text, std::size_t width);

/// Formats `first`, then `text` in lines that begin below the end of `first`.
std::string hanging(std::string_view first, std::string_view text, std::size_t width);

/// Terms in one column, explanations in the next; the explanation of a term that is wider than
/// `widest` starts on the next line.
std::string definition_list(const std::vector<Definition>& rows, std::size_t widest,
                            std::size_t width);

}  // namespace dps::options
