/// A document for LaTeX. Source: docs/datasheets.md, "Documents".
#pragma once

#include <string>

#include "predictor/datasheets/document/document.h"

namespace dps::datasheets {

/// The document needs no packages but graphicx and longtable. The pictures are the files `figures`
/// + name + ".pdf"; with an empty text, there are none.
std::string latex_document(const Document& document, const std::string& figures);

}  // namespace dps::datasheets
