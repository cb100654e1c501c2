/// The framing of the Language Server Protocol. Source: LSP 3.17, "Base Protocol".
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace dps::studio {

std::string lsp_frame(std::string_view content);

/// Cuts the output of our own language server into messages.
class LspFrames {
 public:
  /// Calls `on_content` for each message that is complete now. Returns false after a malformed
  /// header.
  bool add(std::string_view bytes, const std::function<void(std::string_view)>& on_content);

 private:
  std::string bytes_;
};

}  // namespace dps::studio
