/// A text that is open in an editor.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "blueprint/outline/outline.h"
#include "commands/files/file_kind.h"
#include "commands/language_server/lsp_json.h"
#include "commands/language_server/text_lines.h"

namespace dps::commands {

class TextDocument {
 public:
  /// `item`: a TextDocumentItem. Throws LspJson::exception if it is none.
  explicit TextDocument(const LspJson& item);

  [[nodiscard]] const std::string& uri() const { return uri_; }
  [[nodiscard]] std::int64_t version() const { return version_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] FileKind kind() const;
  [[nodiscard]] bool is_blueprint() const { return kind() == FileKind::kBlueprint; }

  /// Applies TextDocumentContentChangeEvents in their order. Throws LspJson::exception at the
  /// first one that is malformed; the changes before it remain applied.
  void change(std::int64_t version, const LspJson& changes);

  /// The lines and the outline of the present text; valid until it changes.
  const TextLines& lines();
  const blueprint::Outline& outline();

 private:
  std::string uri_;
  std::string language_;
  std::int64_t version_ = 0;
  std::string text_;
  std::unique_ptr<TextLines> lines_;
  std::unique_ptr<blueprint::Outline> outline_;
};

}  // namespace dps::commands
