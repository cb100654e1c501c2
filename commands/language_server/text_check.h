/// The mistakes in a text, by the reader of its kind of file.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "blueprint/program.h"
#include "commands/files/file_kind.h"

namespace dps::commands {

/// The kind of file of a document: by the language that the editor gives it ("dps", "dps-machine",
/// "dps-sheet", "dps-costs", "dps-hosts", "dps-model"), else by its text. A text without a kind
/// is a blueprint.
FileKind kind_of_document(std::string_view language, std::string_view text);

struct CheckedText {
  /// The texts and the order are those of the command that reads the file; for a blueprint, those
  /// of `dps check`.
  std::vector<Diagnostic> diagnostics;
  std::shared_ptr<const blueprint::Program> program{};  ///< set for a blueprint without errors
};

/// Reads the text of a file; `source.path` is its path, or another name. Executes nothing.
CheckedText check_text_of(FileKind kind, const SourceText& source);

}  // namespace dps::commands
