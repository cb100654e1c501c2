#include "commands/language_server/navigation.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "blueprint/layout/standard_layout.h"

namespace dps::commands {
namespace {

using blueprint::Mention;
using blueprint::NameKind;
using blueprint::OutlineLine;

const Mention* mention_at(TextDocument& document, LspPosition position) {
  const auto at = static_cast<std::uint32_t>(document.lines().offset(position));
  const Mention* mention = document.outline().mention_at(at);
  return mention == nullptr || mention->name.empty() ? nullptr : mention;
}

LspJson location(TextDocument& document, const Mention& mention) {
  return {{"uri", document.uri()}, {"range", json_of(document.lines(), mention.place)}};
}

/// Source: LSP 3.17, "SymbolKind".
enum class SymbolKind : int {
  kModule = 2,
  kClass = 5,
  kMethod = 6,
  kInterface = 11,
  kFunction = 12,
  kVariable = 13,
  kArray = 18,
  kObject = 19,
  kEvent = 24,
};

SymbolKind symbol_kind(char letter) {
  switch (letter) {
    case 'I':
      return SymbolKind::kArray;
    case 'C':
      return SymbolKind::kFunction;
    case 'O':
      return SymbolKind::kEvent;
    case 'F':
      return SymbolKind::kMethod;
    case 'U':
      return SymbolKind::kModule;
    case 'P':
      return SymbolKind::kClass;
    case 'T':
      return SymbolKind::kObject;
    case 'V':
      return SymbolKind::kVariable;
    default:
      return SymbolKind::kInterface;
  }
}

/// A FoldingRange from one line to another, counted from 0.
void fold(std::size_t first, std::size_t last, const char* kind, LspJson& out) {
  if (last > first) {
    out.push_back({{"startLine", first}, {"endLine", last}, {"kind", kind}});
  }
}

/// The first and last byte at which two texts differ, at the beginnings of lines.
struct Difference {
  std::size_t begin = 0;
  std::size_t end_before = 0;
  std::size_t end_after = 0;
};

Difference difference(const std::string& before, const std::string& after) {
  const std::size_t shorter = std::min(before.size(), after.size());
  const auto first =
      std::mismatch(before.begin(), before.begin() + static_cast<long>(shorter), after.begin());
  Difference out;
  out.begin = static_cast<std::size_t>(first.first - before.begin());
  while (out.begin > 0 && before[out.begin - 1] != '\n') {
    --out.begin;
  }
  std::size_t same = 0;
  while (same < shorter - out.begin &&
         before[before.size() - 1 - same] == after[after.size() - 1 - same]) {
    ++same;
  }
  out.end_before = before.size() - same;
  out.end_after = after.size() - same;
  while (out.end_before < before.size() &&
         before[out.end_before - (out.end_before > 0 ? 1 : 0)] != '\n') {
    ++out.end_before;
    ++out.end_after;
  }
  return out;
}

}  // namespace

LspJson definition(TextDocument& document, LspPosition position) {
  LspJson all = LspJson::array();
  const Mention* named = mention_at(document, position);
  if (named == nullptr) {
    return all;
  }
  const bool to_receivers = named->kind == NameKind::kMessage && named->defines;
  for (const Mention* mention : document.outline().mentions_of(named->kind, named->name)) {
    if (mention->defines != to_receivers) {
      all.push_back(location(document, *mention));
    }
  }
  return all;
}

LspJson references(TextDocument& document, LspPosition position, bool with_definitions) {
  LspJson all = LspJson::array();
  if (const Mention* named = mention_at(document, position)) {
    for (const Mention* mention : document.outline().mentions_of(named->kind, named->name)) {
      if (with_definitions || !mention->defines) {
        all.push_back(location(document, *mention));
      }
    }
  }
  return all;
}

LspJson highlights(TextDocument& document, LspPosition position) {
  LspJson all = LspJson::array();
  for (LspJson& place : references(document, position, true)) {
    all.push_back({{"range", std::move(place["range"])}});
  }
  return all;
}

LspJson symbols(TextDocument& document) {
  LspJson all = LspJson::array();
  const blueprint::Outline& outline = document.outline();
  for (const OutlineLine& line : outline.lines()) {
    if (line.letter == 0 || line.fields.size() < 2) {
      continue;
    }
    const std::string_view name = outline.source().text(line.fields[1].content);
    const text::Range whole{line.fields.front().range.begin, line.fields.back().range.end};
    all.push_back({{"name", name.empty() ? "?" : name},
                   {"detail", std::string(1, line.letter) + " " +
                                  text::text_of(outline.source(), line.fields.subspan(2))},
                   {"kind", symbol_kind(line.letter)},
                   {"range", json_of(document.lines(), whole)},
                   {"selectionRange", json_of(document.lines(), line.fields[1].range)}});
  }
  return all;
}

LspJson folding(TextDocument& document) {
  LspJson all = LspJson::array();
  const std::string_view text = document.text();
  const auto line_of = [&](std::size_t offset) { return document.lines().position(offset).line; };
  std::optional<std::size_t> first;  // the first line of the section
  std::size_t last = 0;
  char letter = 0;
  for (const OutlineLine& line : document.outline().lines()) {
    const std::size_t begin = line_of(line.fields.front().range.begin);
    if (first && line.letter != letter) {
      fold(*first, last, "region", all);
      first.reset();
    }
    letter = line.letter;
    first = first.value_or(begin);
    last = line_of(line.fields.back().range.end);
  }
  fold(first.value_or(0), last, "region", all);
  std::optional<std::size_t> comment;
  std::size_t number = 0;
  for (std::size_t at = 0; at <= text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::size_t begin = line.find_first_not_of(" \t\r");
    const bool is_comment = begin != std::string_view::npos && line[begin] == '#';
    if (is_comment) {
      comment = comment.value_or(number);
    } else if (comment) {
      fold(*comment, number - 1, "comment", all);
      comment.reset();
    }
    at = end + 1;
  }
  return all;
}

LspJson formatting(TextDocument& document) {
  const text::SourceMap map(document.text());
  text::Problems problems(map);
  const auto after = blueprint::standard_layout(map, problems);
  if (!after) {
    return nullptr;
  }
  LspJson edits = LspJson::array();
  if (*after != document.text()) {
    const Difference place = difference(document.text(), *after);
    edits.push_back(
        edit_json(document.lines(), text::range_of(place.begin, place.end_before),
                  std::string_view(*after).substr(place.begin, place.end_after - place.begin)));
  }
  return edits;
}

}  // namespace dps::commands
