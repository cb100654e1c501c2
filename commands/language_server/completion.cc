#include "commands/language_server/completion.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/expression/expression.h"
#include "blueprint/outline/expected.h"
#include "blueprint/outline/sentence.h"

namespace dps::commands {
namespace {

using blueprint::NameKind;
using blueprint::WordKind;

/// Source: LSP 3.17, "CompletionItemKind".
enum class ItemKind : int {
  kFunction = 3,
  kVariable = 6,
  kClass = 7,
  kModule = 9,
  kKeyword = 14,
  kReference = 18,
  kConstant = 21,
};

ItemKind item_kind(WordKind kind) {
  return kind == WordKind::kFunction ? ItemKind::kFunction
         : kind == WordKind::kName   ? ItemKind::kConstant
                                     : ItemKind::kKeyword;
}

ItemKind item_kind(NameKind kind) {
  return kind == NameKind::kVariable  ? ItemKind::kVariable
         : kind == NameKind::kProcess ? ItemKind::kClass
         : kind == NameKind::kUnit    ? ItemKind::kModule
                                      : ItemKind::kReference;
}

/// The sentence of the line that defines a name, and the value of a variable.
std::string documentation(const blueprint::Outline& outline, NameKind kind,
                          const std::string& name) {
  for (const blueprint::Mention* mention : outline.mentions_of(kind, name)) {
    if (mention->defines) {
      std::string text = blueprint::sentence_of(outline, outline.lines()[mention->line]);
      if (const auto value = outline.value_of(name); kind == NameKind::kVariable && value) {
        text += fmt::format(" Its value is {}.", expression::number_text(*value));
      }
      return text;
    }
  }
  return "";
}

LspJson markdown(std::string text) {
  return {{"kind", "markdown"}, {"value", std::move(text)}};
}

}  // namespace

LspJson completion(TextDocument& document, LspPosition position) {
  const blueprint::Outline& outline = document.outline();
  const auto at = static_cast<std::uint32_t>(document.lines().offset(position));
  const blueprint::Expected expected = blueprint::expected_at(outline, at);
  const TextLines& lines = document.lines();
  LspJson all = LspJson::array();
  const auto add = [&](std::string_view label, ItemKind kind, std::string_view detail,
                       std::string text) {
    all.push_back({{"label", label},
                   {"kind", kind},
                   {"detail", detail},
                   {"documentation", markdown(std::move(text))},
                   {"filterText", label},
                   {"textEdit", edit_json(lines, expected.replaced, label)}});
  };
  for (const NameKind kind : expected.names) {
    for (const std::string& name : outline.names_of(kind)) {
      add(name, item_kind(kind), blueprint::noun_of(kind), documentation(outline, kind, name));
    }
  }
  for (const blueprint::Word& word : blueprint::words()) {
    if (std::find(expected.words.begin(), expected.words.end(), word.kind) !=
        expected.words.end()) {
      add(word.word, item_kind(word.kind), word.form, markdown_of(word.text) + ".");
    }
  }
  return all;
}

}  // namespace dps::commands
