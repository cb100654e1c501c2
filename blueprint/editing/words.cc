#include "blueprint/editing/words.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/units.h"

namespace dps::blueprint {
namespace {

constexpr std::size_t kMostBytes = 4096;

}  // namespace

std::optional<std::string> refuse_words(char letter, std::string_view what, std::string_view words,
                                        FieldCount count) {
  if (words.size() > kMostBytes) {
    return fmt::format("{} has more than {} bytes", what, format_count(kMostBytes));
  }
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' && c != '\t'; };
  if (std::any_of(words.begin(), words.end(), is_control) || !is_utf8(words)) {
    return fmt::format("{} has characters that a line cannot have", what);
  }
  // Scans the words as the rest of a line that another line follows.
  const std::string line = fmt::format("{} x {}", letter, words);
  const std::string both = line + fmt::format("\n{} x y\n", letter);
  const text::SourceMap source(both);
  text::Problems problems(source);
  const text::Scanned scanned = text::scan(source, problems);
  if (problems.has_errors()) {
    return fmt::format("{}: {}", what, problems.take().front().text);
  }
  const auto fields = scanned.lines.empty() ? std::span<const text::Field>()
                                            : scanned.fields_of(scanned.lines.front());
  const std::size_t end = line.find_last_not_of(" \t") + 1;
  if (scanned.lines.size() != 2 || fields.back().range.end != end) {
    return fmt::format("{} must be on one line, without a comment", what);
  }
  const std::size_t found = fields.size() - 2;
  if (found < count.least) {
    return fmt::format("{} is missing", what);
  }
  if (found > count.most) {
    return fmt::format("{} must be one field; one with blanks is written in quotes", what);
  }
  return std::nullopt;
}

std::size_t count_fields(char letter, std::string_view words) {
  const std::string line = fmt::format("{} x {}", letter, words);
  const text::SourceMap source(line);
  text::Problems problems(source);
  return text::scan(source, problems).fields.size() - 2;
}

std::string stem_of(std::string_view tag) {
  const std::size_t point = tag.rfind('.');
  return std::string(tag.substr(0, point == 0 ? tag.size() : point));
}

std::string small_stem_of(std::string_view tag) {
  std::string stem = stem_of(tag);
  if (!stem.empty() && stem.front() >= 'A' && stem.front() <= 'Z') {
    stem.front() = static_cast<char>(stem.front() - 'A' + 'a');
  }
  return stem;
}

}  // namespace dps::blueprint
