/// Lines and paragraphs of text for people. Widths are in code points (printed_width()).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dps::text {

inline constexpr std::size_t kLineWidth = 80;

/// Pad `text` with blanks to `width`; longer text is returned unchanged.
std::string left_aligned(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

/// Returns `text` if it fits into `width`; otherwise an ellipsis and the end of `text`, which is
/// where the names of clones differ.
std::string shortened(std::string_view text, std::size_t width);

/// Each of the names, which differ, in at most `width`: shortened(), or, where names would then be
/// equal, their beginnings, or the parts from the first difference on, with an ellipsis for what is
/// left out.
std::vector<std::string> shortened_names(const std::vector<std::string>& names, std::size_t width);

/// Breaks `text` at blanks into lines of at most kLineWidth, each with a newline; a word that is
/// too long gets a line of its own. The first line begins with `first`, the others are indented by
/// its width plus `hanging`.
std::string wrapped(std::string_view first, std::string_view text, std::size_t hanging = 0);

/// Returns `line` without the blanks at its end.
std::string trimmed(std::string line);

std::string joined(const std::vector<std::string>& items, std::string_view separator);

/// "a", "a and b", "a, b and c"; with `last` "or": "a, b or c". "" without items.
std::string listed(const std::vector<std::string>& items, std::string_view last = "and");

}  // namespace dps::text
