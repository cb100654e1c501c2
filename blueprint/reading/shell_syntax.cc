#include "blueprint/reading/shell_syntax.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::blueprint {
namespace {

bool is_shell_syntax(std::string_view word) {
  static constexpr std::array<std::string_view, 7> kOperators{"|", "||", "&", "&&", ";", "<", ">"};
  static constexpr std::array<std::string_view, 7> kPrefixes{">",  "<<", "2>", "1>",
                                                             "&>", "$(", "`"};
  return std::find(kOperators.begin(), kOperators.end(), word) != kOperators.end() ||
         std::any_of(kPrefixes.begin(), kPrefixes.end(),
                     [&](std::string_view prefix) { return word.starts_with(prefix); });
}

}  // namespace

void warn_of_shell_syntax(const text::SourceMap& source, std::span<const text::Field> words,
                          text::Problems& problems) {
  const auto found = std::find_if(words.begin() + 1, words.end(), [&](const text::Field& field) {
    return !field.quoted && is_shell_syntax(source.text(field.content));
  });
  if (found == words.end()) {
    return;
  }
  std::string command;
  bool is_quoted = false;
  for (const text::Field& word : words) {
    command += (command.empty() ? "" : " ") + std::string(source.text(word.content));
    is_quoted = is_quoted || word.quoted;
  }
  problems.warning(
      found->range,
      fmt::format("exec uses no shell, so {} is passed to the program as an argument; a shell "
                  "interprets it in: exec sh -c \"{}\"",
                  text::quoted(source.text(found->content)), is_quoted ? "…" : printable(command)));
}

}  // namespace dps::blueprint
