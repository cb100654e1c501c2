#include "commands/language_server/diagnostics_json.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text/problems.h"
#include "base/text/source_map.h"
#include "base/units.h"

namespace dps::commands {
namespace {

/// The numbers of DiagnosticSeverity.
constexpr int kErrorSeverity = 1;
constexpr int kWarningSeverity = 2;
constexpr int kInformationSeverity = 3;

class Writer {
 public:
  Writer(const std::string& uri, std::string_view text) : uri_(uri), map_(text), lines_(text) {}

  [[nodiscard]] LspJson diagnostic(const Diagnostic& each) const {
    LspJson out{{"range", range(each.span)},
                {"severity", each.severity == Severity::kError ? kErrorSeverity : kWarningSeverity},
                {"source", "dps"},
                {"message", each.text}};
    for (const Note& note : each.notes) {
      out["relatedInformation"].push_back(
          {{"location", {{"uri", uri_}, {"range", range(note.span)}}}, {"message", note.text}});
    }
    return out;
  }

  [[nodiscard]] LspJson range(Span span) const {
    if (span.line == 0) {
      return json_of(lines_, {});
    }
    const text::Range line = map_.line(span.line);
    const std::size_t begin = std::min<std::size_t>(line.begin + span.column - 1, line.end);
    return json_of(lines_,
                   text::range_of(begin, std::min<std::size_t>(begin + span.length, line.end)));
  }

 private:
  const std::string& uri_;
  text::SourceMap map_;
  TextLines lines_;
};

/// The words that a message suggests: X and Y of "did you mean 'X' (…) or 'Y' (…)?".
std::vector<std::string> suggestions(std::string_view message) {
  constexpr std::string_view kStart = "did you mean '";
  std::vector<std::string> words;
  const std::size_t at = message.rfind(kStart);
  if (at == std::string_view::npos || !message.ends_with('?')) {
    return words;
  }
  message.remove_prefix(at + kStart.size() - 1);
  while (message.starts_with('\'')) {
    message.remove_prefix(1);
    const std::size_t end = message.find('\'');
    if (end == std::string_view::npos) {
      break;
    }
    words.emplace_back(message.substr(0, end));
    message.remove_prefix(end + 1);
    constexpr std::string_view kOr = " or '";
    const std::size_t next = message.find(kOr);
    message = next == std::string_view::npos ? "" : message.substr(next + kOr.size() - 1);
  }
  return words;
}

text::Range range_of(const TextLines& lines, const LspJson& range) {
  const std::size_t begin = lines.offset(position_of(range.at("start")));
  return text::range_of(begin, std::max(begin, lines.offset(position_of(range.at("end")))));
}

}  // namespace

LspJson diagnostics_json(const std::string& uri, std::string_view text,
                         const std::vector<Diagnostic>& diagnostics,
                         const std::vector<Diagnostic>& remarks) {
  const Writer writer(uri, text);
  LspJson all = LspJson::array();
  for (const Diagnostic& each : diagnostics) {
    if (all.size() + 1 == kMostSentDiagnostics && diagnostics.size() > kMostSentDiagnostics) {
      all.push_back(writer.diagnostic(
          {Severity::kError,
           each.span,
           fmt::format("... and {}", counted(diagnostics.size() - all.size(), "more mistake")),
           {}}));
      break;
    }
    all.push_back(writer.diagnostic(each));
  }
  for (const Diagnostic& each : remarks) {
    all.push_back(writer.diagnostic(each));
    all.back()["severity"] = kInformationSeverity;
  }
  return all;
}

LspJson quick_fixes(const std::string& uri, std::string_view text, const LspJson& diagnostics) {
  const TextLines lines(text);
  LspJson all = LspJson::array();
  for (const LspJson& diagnostic : diagnostics) {
    const auto message = diagnostic.at("message").get<std::string>();
    const text::Range place = range_of(lines, diagnostic.at("range"));
    const std::string_view word = text.substr(place.begin, place.end - place.begin);
    // The place of some messages is longer than the word.
    if (word.empty() || message.find(text::quoted(word)) == std::string::npos) {
      continue;
    }
    for (const std::string& replacement : suggestions(message)) {
      LspJson edits = LspJson::array({edit_json(lines, place, replacement)});
      for (const LspJson& note : diagnostic.value("relatedInformation", LspJson::array())) {
        const text::Range other = range_of(lines, note.at("location").at("range"));
        if (text.substr(other.begin, other.end - other.begin) == word) {
          edits.push_back(edit_json(lines, other, replacement));
        }
      }
      all.push_back({{"title", fmt::format("Replace {} by '{}'", text::quoted(word), replacement)},
                     {"kind", "quickfix"},
                     {"diagnostics", LspJson::array({diagnostic})},
                     {"isPreferred", true},
                     {"edit", {{"changes", {{uri, std::move(edits)}}}}}});
    }
  }
  return all;
}

}  // namespace dps::commands
