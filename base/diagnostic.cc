#include "base/diagnostic.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/units.h"

namespace dps {
namespace {

/// Longer lines are cut around the caret, so that the excerpt of a line of 64 KiB stays readable.
constexpr std::size_t kShownBytes = 160;

/// The offsets at which the lines of a text begin.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text) : text_(text) {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos; ++at) {
      starts_.push_back(at + 1);
    }
  }

  /// The line without its line break; empty past the last line.
  [[nodiscard]] std::string_view line(std::uint32_t number) const {
    if (number == 0 || number > starts_.size()) {
      return {};
    }
    std::string_view line = text_.substr(starts_[number - 1]);
    line = line.substr(0, line.find('\n'));
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }

 private:
  std::string_view text_;
  std::vector<std::size_t> starts_{0};
};

/// Replaces each tab by one blank, so that columns and carets agree.
std::string shown(std::string_view line) {
  std::string text(line);
  std::replace(text.begin(), text.end(), '\t', ' ');
  return printable(text);
}

/// The escape sequences around a kind of message and its carets; both are empty without colour.
struct Paint {
  std::string_view bold, kind, plain;

  static Paint of(bool color, std::string_view kind) {
    return color ? Paint{"\x1b[1m", kind, "\x1b[0m"} : Paint{};
  }
};

constexpr std::string_view kErrorColor = "\x1b[1;31m";
constexpr std::string_view kWarningColor = "\x1b[1;35m";
constexpr std::string_view kNoteColor = "\x1b[1;36m";

std::string excerpt(std::string_view line, Span span, const Paint& paint) {
  const std::size_t column =
      std::min<std::size_t>(span.column == 0 ? 0 : span.column - 1, line.size());
  const std::size_t from = column < kShownBytes ? 0 : column - kShownBytes / 2;
  const std::string_view before = line.substr(from, column - from);
  const std::string_view window = line.substr(from, std::max(kShownBytes, column - from + 1));
  const std::string_view marked =
      window.substr(before.size()).substr(0, std::max<std::uint32_t>(span.length, 1));
  const std::size_t carets = std::max<std::size_t>(printed_width(shown(marked)), 1);
  return fmt::format("{}\n{}{}^{}{}\n", shown(window),
                     std::string(printed_width(shown(before)), ' '), paint.kind,
                     std::string(carets - 1, '~'), paint.plain);
}

/// The message with the middle of each long quotation left out, as 'aaa … zzz'.
std::string with_short_quotations(std::string_view message) {
  constexpr std::size_t kMostQuoted = 300;
  constexpr std::size_t kKept = 100;  // at either end
  const auto is_continuation = [&](std::size_t at) {
    return (static_cast<unsigned char>(message[at]) & 0xc0U) == 0x80U;
  };
  std::string text;
  for (std::size_t at = message.find('\''); at != std::string_view::npos; at = message.find('\'')) {
    const std::size_t end = message.find_first_of("'\n", at + 1);
    if (end == std::string_view::npos) {
      break;
    }
    if (message[end] != '\'' || end - at <= kMostQuoted) {
      text += message.substr(0, end + 1);
      message.remove_prefix(end + 1);
      continue;
    }
    std::size_t first = at + 1 + kKept;
    std::size_t last = end - kKept;
    while (is_continuation(first)) {
      --first;
    }
    while (is_continuation(last)) {
      ++last;
    }
    text += message.substr(0, first);
    text += " … ";
    text += message.substr(last, end + 1 - last);
    message.remove_prefix(end + 1);
  }
  return text.append(message);
}

/// A message of a kind: "error", "warning" or "note".
struct PrintedMessage {
  std::string_view kind;
  Span span;
  std::string_view text;
};

std::string written(const SourceText& source, const LineIndex& lines, const PrintedMessage& message,
                    const Paint& paint) {
  const Span span = message.span;
  const bool is_option = source.path.starts_with("--");
  const std::string place =
      is_option        ? "dps"
      : span.line == 0 ? printable(source.path)
                       : fmt::format("{}:{}:{}", printable(source.path), span.line, span.column);
  return fmt::format("{}{}:{} {}{}:{} {}{}\n{}", paint.bold, place, paint.plain, paint.kind,
                     message.kind, paint.plain, is_option ? printable(source.path) + ": " : "",
                     with_short_quotations(message.text),
                     span.line == 0 ? "" : excerpt(lines.line(span.line), span, paint));
}

std::string left_out(std::size_t count, std::string_view what) {
  return count == 0 ? "" : "... and " + counted(count, "more " + std::string(what)) + "\n";
}

}  // namespace

void sort_by_place(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(), [](const auto& a, const auto& b) {
    return std::tie(a.span.line, a.span.column) < std::tie(b.span.line, b.span.column);
  });
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const auto& d) { return d.severity == Severity::kError; });
}

std::string render(const SourceText& source, const std::vector<Diagnostic>& diagnostics,
                   const RenderOptions& options) {
  const LineIndex lines(source.text);
  std::string out;
  std::size_t errors = 0;
  std::size_t warnings = 0;
  for (const Diagnostic& diagnostic : diagnostics) {
    const bool is_error = diagnostic.severity == Severity::kError;
    std::size_t& count = is_error ? errors : warnings;
    if (++count > options.limit) {
      continue;
    }
    out +=
        written(source, lines, {is_error ? "error" : "warning", diagnostic.span, diagnostic.text},
                Paint::of(options.color, is_error ? kErrorColor : kWarningColor));
    for (const Note& note : diagnostic.notes) {
      out += written(source, lines, {"note", note.span, note.text},
                     Paint::of(options.color, kNoteColor));
    }
  }
  out += left_out(errors - std::min(errors, options.limit), "error");
  out += left_out(warnings - std::min(warnings, options.limit), "warning");
  return out;
}

}  // namespace dps
