/// Columns and lines of text for a terminal. Widths count code points, as printed_width() does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dps::profiles {

inline constexpr std::size_t kLineWidth = 80;

/// `text` filled up with blanks; longer text stays as it is.
std::string left_aligned(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

/// At most `width` columns of `text`; of a longer one the end, after an ellipsis, for that is where
/// the names of clones differ.
std::string shortened(std::string_view text, std::size_t width);

/// Lines of at most kLineWidth, broken at blanks (a longer word has its own), each with its
/// newline. The first begins with `first`, the others with as many blanks and `hanging` more.
std::string wrapped(std::string_view first, std::string_view text, std::size_t hanging = 0);

std::string joined(const std::vector<std::string>& items, std::string_view separator);

}  // namespace dps::profiles
