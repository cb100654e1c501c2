/// A document for a browser. Source: docs/datasheets.md, "Documents".
#pragma once

#include <functional>
#include <string>

#include "predictor/datasheets/document/document.h"

namespace dps::datasheets {

/// One page without scripts or references. `svg` returns the picture of a figure, or an empty text.
std::string html_document(const Document& document,
                          const std::function<std::string(const SheetFigure&)>& svg);

/// The picture as an element of a page with several pictures: without the declarations of a file,
/// and with identifiers that are unique in the page.
std::string inline_svg(std::string_view svg, std::size_t number);

}  // namespace dps::datasheets
