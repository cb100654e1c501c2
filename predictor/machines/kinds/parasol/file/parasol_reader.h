/// Reads and checks Parasol machine files. Source: docs/parasol.md, "The file" and "Checks".
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "predictor/machines/kinds/parasol/file/parasol_file.h"

namespace dps::parasol {

struct ParasolReading {
  std::shared_ptr<const ParasolFile> file;  ///< null if there are errors
  std::vector<Diagnostic> diagnostics;
};

/// True if the text begins, after comments and empty statements, with the words "begin machine", or
/// with "begin" and another word, which is a mistake.
bool is_parasol_file(std::string_view text);

/// Reads and checks a file. All mistakes are reported, in the order of their places.
ParasolReading parse_parasol_file(const SourceText& source);
ParasolReading parse_parasol_text(std::string_view text);

}  // namespace dps::parasol
