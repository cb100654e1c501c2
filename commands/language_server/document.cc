#include "commands/language_server/document.h"

#include <algorithm>

#include "commands/language_server/text_check.h"

namespace dps::commands {

TextDocument::TextDocument(const LspJson& item)
    : uri_(item.at("uri")),
      language_(item.value("languageId", "")),
      version_(item.value("version", std::int64_t{0})),
      text_(item.at("text")) {}

FileKind TextDocument::kind() const {
  return kind_of_document(language_, text_);
}

void TextDocument::change(std::int64_t version, const LspJson& changes) {
  version_ = version;
  for (const LspJson& change : changes) {
    const auto text = change.at("text").get<std::string>();
    if (!change.contains("range")) {
      text_ = text;
    } else {
      const LspJson& range = change["range"];
      const std::size_t begin = lines().offset(position_of(range.at("start")));
      const std::size_t end = std::max(begin, lines().offset(position_of(range.at("end"))));
      text_.replace(begin, end - begin, text);
    }
    lines_.reset();
    outline_.reset();
  }
}

const TextLines& TextDocument::lines() {
  if (!lines_) {
    lines_ = std::make_unique<TextLines>(text_);
  }
  return *lines_;
}

const blueprint::Outline& TextDocument::outline() {
  if (!outline_) {
    outline_ = std::make_unique<blueprint::Outline>(text_);
  }
  return *outline_;
}

}  // namespace dps::commands
