/// The documents of dps datasheet: --tex, --html, --plots.
#pragma once

#include <string>

#include "base/exit_status.h"
#include "base/result.h"
#include "commands/files/output_kind.h"
#include "commands/options/common_options.h"
#include "predictor/datasheets/document/document.h"

namespace dps::commands {

/// The documents to write. An empty name selects no document.
struct DocumentChoice {
  std::string tex;    ///< a file for LaTeX
  std::string html;   ///< a page for browsers
  std::string plots;  ///< a folder for scripts and data of pictures

  [[nodiscard]] bool is_empty() const { return tex.empty() && html.empty() && plots.empty(); }
};

/// Checks, before the work, that the documents can be written, and which files they would replace.
/// Errors (kInput): those of OutputFile::create() and check_own_folder().
Result<void> check_documents(const DocumentChoice& wanted, Existing existing);

/// Writes the documents. Without gnuplot they have no pictures, which a warning reports. Returns
/// kDone, or the status after printing an error.
ExitStatus write_documents(const DocumentChoice& wanted, const datasheets::Document& document,
                           const CommonOptions& common);

}  // namespace dps::commands
