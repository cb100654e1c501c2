/// Texts in documents for LaTeX.
#pragma once

#include <string>
#include <string_view>

namespace dps::plots {

/// The text without commands: the special characters of LaTeX are escaped. Letters of Latin-1
/// remain, as far as all fonts have them, and so does the sign for micro; other characters beyond
/// ASCII become question marks, since LaTeX stops at those that its fonts lack.
std::string tex_text(std::string_view text);

}  // namespace dps::plots
