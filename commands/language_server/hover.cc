#include "commands/language_server/hover.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/outline/expected.h"
#include "blueprint/outline/line_values.h"
#include "blueprint/outline/sentence.h"

namespace dps::commands {
namespace {

using blueprint::FieldValue;
using blueprint::FieldValues;
using blueprint::in_code;
using blueprint::Outline;
using blueprint::OutlineLine;

/// The word of the language that is the field at `at`, as a paragraph; "" for another field.
std::string word_text(const Outline& outline, const OutlineLine& line, std::uint32_t at) {
  for (const text::Field& field : line.fields) {
    if (field.range.begin > at || at > field.range.end || field.quoted) {
      continue;
    }
    const std::string_view text = outline.source().text(field.range);
    const auto expected = blueprint::expected_at(outline, field.range.begin);
    for (const blueprint::Word& word : blueprint::words()) {
      const bool may_stand = std::find(expected.words.begin(), expected.words.end(), word.kind) !=
                             expected.words.end();
      if (may_stand && word.word == text) {
        return fmt::format("{}  \n{}.", in_code(word.form), markdown_of(word.text));
      }
    }
  }
  return "";
}

/// The line that defines the name at `at`, as a paragraph; "" if there is none, or it is this line.
std::string name_text(const Outline& outline, const OutlineLine& line, std::uint32_t at) {
  const blueprint::Mention* named = outline.mention_at(at);
  if (named == nullptr || named->name.empty()) {
    return "";
  }
  for (const blueprint::Mention* mention : outline.mentions_of(named->kind, named->name)) {
    const OutlineLine& definition = outline.lines()[mention->line];
    if (mention->defines && &definition != &line) {
      const std::string sentence = blueprint::sentence_of(outline, definition);
      return fmt::format("**{} {}**, line {}: {}", blueprint::noun_of(named->kind),
                         in_code(named->name), outline.source().span(mention->place).line,
                         sentence);
    }
  }
  return "";
}

std::string values_text(const Outline& outline, const FieldValues& field) {
  std::string out = "- " + in_code(outline.source().text(field.place)) + " is ";
  for (std::size_t i = 0; i < field.values.size(); ++i) {
    const FieldValue& value = field.values[i];
    out += fmt::format("{}{}{}", i == 0 ? "" : ", ", in_code(value.text),
                       value.processes.empty() ? "" : " for " + in_code(value.processes));
  }
  return out + (field.has_more ? ", …" : "") + "\n";
}

std::string description(const Outline& outline, const OutlineLine& line) {
  const std::string_view comment = outline.source().text(line.comment);
  const std::size_t begin = comment.find_first_not_of("# \t");
  return line.letter != 'V' || begin == std::string_view::npos ? ""
                                                               : markdown_of(comment.substr(begin));
}

}  // namespace

LspJson hover(TextDocument& document, LspPosition position, const blueprint::Program* program) {
  const Outline& outline = document.outline();
  const auto at = static_cast<std::uint32_t>(document.lines().offset(position));
  const OutlineLine* line = outline.line_at(at);
  if (line == nullptr || (!line->comment.empty() && at > line->comment.begin)) {
    return nullptr;
  }
  std::vector<std::string> paragraphs{name_text(outline, *line, at), word_text(outline, *line, at),
                                      blueprint::sentence_of(outline, *line),
                                      description(outline, *line)};
  std::string values;
  for (const FieldValues& field : blueprint::values_of(outline, *line, program)) {
    values += values_text(outline, field);
  }
  paragraphs.push_back(std::move(values));
  std::string text;
  for (const std::string& paragraph : paragraphs) {
    text += paragraph.empty() ? "" : (text.empty() ? "" : "\n\n") + paragraph;
  }
  if (text.empty()) {
    return nullptr;
  }
  const text::Range whole{line->fields.front().range.begin, line->fields.back().range.end};
  return {{"contents", {{"kind", "markdown"}, {"value", text}}},
          {"range", json_of(document.lines(), whole)}};
}

LspJson inlay_hints(TextDocument& document, const LspPosition& first, const LspPosition& last,
                    const blueprint::Program* program) {
  constexpr std::size_t kMostInLabel = 3;
  const Outline& outline = document.outline();
  const std::size_t begin = document.lines().offset(first);
  const std::size_t end = document.lines().offset(last);
  LspJson all = LspJson::array();
  for (const OutlineLine& line : outline.lines()) {
    if (line.fields.back().range.end < begin || line.fields.front().range.begin > end) {
      continue;
    }
    for (const FieldValues& field : blueprint::values_of(outline, line, program)) {
      std::string label = "= ";
      for (std::size_t i = 0; i < std::min(kMostInLabel, field.values.size()); ++i) {
        label += (i == 0 ? "" : " | ") + printable(field.values[i].text);
      }
      label += field.has_more || field.values.size() > kMostInLabel ? " | …" : "";
      all.push_back(
          {{"position", json_of(document.lines().position(field.place.end))},
           {"label", label},
           {"paddingLeft", true},
           {"tooltip", {{"kind", "markdown"}, {"value", values_text(outline, field).substr(2)}}}});
    }
  }
  return all;
}

LspJson code_lenses(TextDocument& document) {
  LspJson all = LspJson::array();
  for (const OutlineLine& line : document.outline().lines()) {
    if (line.letter != 'P') {
      continue;
    }
    for (const char* verb : {"predict", "run"}) {
      all.push_back({{"range", json_of(document.lines(), line.fields.front().range)},
                     {"command",
                      {{"title", verb},
                       {"command", std::string("dps.") + verb},
                       {"arguments", LspJson::array({document.uri()})}}}});
    }
  }
  return all;
}

}  // namespace dps::commands
