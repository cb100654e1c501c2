#include "commands/files/output_kind.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/letter_case.h"
#include "commands/files/file_kind.h"

namespace dps::commands {
namespace {

using Form = OutputKind::Form;

constexpr std::string_view kBlanks = " \t\r\n";

std::string_view after_blanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

/// Removes a text in quotes from the beginning, and returns it; "" if there is none.
std::string_view take_quoted(std::string_view& text) {
  const std::size_t end = text.starts_with('"') ? text.find('"', 1) : std::string_view::npos;
  if (end == std::string_view::npos) {
    return "";
  }
  const std::string_view quoted = text.substr(1, end - 1);
  text = after_blanks(text.substr(end + 1));
  return quoted;
}

/// "dps-result" of {"format": "dps-result", …}, "dps_check" of {"dps_check": 1, …}; "" for other
/// texts.
std::string_view json_format(std::string_view text) {
  text = after_blanks(text);
  if (!text.starts_with('{')) {
    return "";
  }
  text = after_blanks(text.substr(1));
  const std::string_view name = take_quoted(text);
  if (name.starts_with("dps_") || !text.starts_with(':')) {
    return name.starts_with("dps_") ? name : "";
  }
  text = after_blanks(text.substr(1));
  const std::string_view value = take_quoted(text);
  return name == "format" && value.starts_with("dps-") ? value : "";
}

std::string_view first_line(std::string_view text) {
  return text.substr(0, std::min(text.find_first_of("\r\n"), text.size()));
}

/// Returns true if the line may be the head of a CSV of dps: names of columns.
bool is_csv_head(std::string_view line) {
  return line.find(',') != std::string_view::npos && line.find_first_of("#;{}<>=") == line.npos &&
         !line.starts_with(' ') && line.find(", ") == line.npos;
}

/// "a;b 12": names, and a number after the last blank.
bool is_stack(std::string_view line) {
  const std::size_t blank = line.rfind(' ');
  return blank != line.npos && blank > 0 && blank + 1 < line.size() &&
         line.find_first_not_of("0123456789", blank + 1) == line.npos;
}

/// Returns true if all lines are stacks; `text` may end within a line.
bool has_only_stacks(std::string_view text) {
  bool has_lines = false;
  for (auto end = text.find('\n'); end != text.npos; end = text.find('\n')) {
    if (!is_stack(first_line(text))) {
      return false;
    }
    has_lines = true;
    text.remove_prefix(end + 1);
  }
  return has_lines;
}

bool begins_as(const OutputKind& kind, std::string_view text) {
  constexpr std::size_t kEarly = 1000;
  return text.starts_with(kind.word) &&
         text.substr(0, kEarly).find(kind.early) != std::string_view::npos;
}

bool has_form(const OutputKind& kind, std::string_view text) {
  switch (kind.form) {
    case Form::kMarked: {
      const Mark mark = find_mark(text);
      return mark.kind == kind.noun && mark.is_valid;
    }
    case Form::kBeginning:
      return begins_as(kind, text);
    case Form::kJson:
      return !json_format(text).empty() && (kind.word.empty() || json_format(text) == kind.word);
    case Form::kCsv:
      return kind.word.empty() ? is_csv_head(first_line(text)) : first_line(text) == kind.word;
    case Form::kStacks:
      return has_only_stacks(text);
    case Form::kAnything:
      break;
  }
  return true;
}

std::string with_article(const std::string& noun) {
  constexpr std::string_view kVowels = "aeiouAEIO";
  return (kVowels.find(noun.front()) == std::string_view::npos ? "a " : "an ") + noun;
}

/// The bytes that show the kind: all of them if the mark has a checksum.
Result<std::string> evidence_in(const std::string& path, const OutputKind& kind) {
  constexpr std::size_t kMost = std::size_t{1} << 30;
  constexpr std::size_t kExamined = std::size_t{64} << 10;
  return kind.form == Form::kMarked ? read_file(path, kMost) : read_beginning(path, kExamined);
}

}  // namespace

OutputKind marked_kind(std::string noun, MarkComment comment) {
  return {std::move(noun), Form::kMarked, comment};
}

OutputKind picture_kind(std::string_view path) {
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  const MarkComment comment = ending == ".svg"                       ? MarkComment::kMarkup
                              : ending == ".png"                     ? MarkComment::kPng
                              : ending == ".pdf" || ending == ".tex" ? MarkComment::kPercent
                                                                     : MarkComment::kSlashes;
  return marked_kind(comment == MarkComment::kSlashes ? "graph" : "picture", comment);
}

OutputKind json_kind(std::string noun, std::string format) {
  return {std::move(noun), Form::kJson, {}, std::move(format)};
}

OutputKind any_kind() {
  return {"file", Form::kAnything};
}

OutputKind with_content(OutputKind kind, std::string_view text) {
  if (kind.form == Form::kJson) {
    kind.word = json_format(text);
  } else if (kind.form == Form::kCsv) {
    kind.word = first_line(text);
  }
  return kind;
}

std::string content_of(const OutputKind& kind, std::string_view text) {
  return kind.form == Form::kMarked ? with_mark(std::string(text), kind.noun, kind.comment)
                                    : std::string(text);
}

std::string reason_to_keep(const std::string& path, const OutputKind& kind) {
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (kind.form == Form::kAnything || error || size == 0) {
    return "";
  }
  const auto text = evidence_in(path, kind);
  if (!text) {
    return "dps cannot read the file that it would replace: " + text.error().message;
  }
  if (has_form(kind, *text)) {
    return "";
  }
  if (kind.form == Form::kMarked && find_mark(*text).kind == kind.noun) {
    return fmt::format("this {} was changed after dps wrote it", kind.noun);
  }
  if (kind.form == Form::kCsv && is_csv_head(first_line(*text))) {
    return "it is a CSV with other columns";
  }
  const std::string other(noun_of(kind_of(*text)));
  return fmt::format("it is {}, not {} that dps wrote", other.empty() ? "another file" : other,
                     with_article(kind.noun));
}

}  // namespace dps::commands
