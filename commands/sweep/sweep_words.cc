#include "commands/sweep/sweep_words.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::commands {
namespace {

/// "NAME" at the beginning of "NAME}…"; "" if that is not a name.
std::string_view name_at(std::string_view text) {
  const std::size_t end = text.find('}');
  const std::string_view name = text.substr(0, end);
  const auto is_letter = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
  };
  const bool is_name = end != std::string_view::npos && !name.empty() &&
                       std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
                       std::all_of(name.begin(), name.end(), is_letter);
  return is_name ? name : std::string_view();
}

/// Calls `replace` for each {NAME}, which returns the text for it.
template <typename Replace>
std::string replaced(std::string_view word, const Replace& replace) {
  std::string made;
  while (!word.empty()) {
    if (word.starts_with("{{")) {
      made += '{';
      word.remove_prefix(2);
      continue;
    }
    if (word.front() == '{') {
      if (const std::string_view name = name_at(word.substr(1)); !name.empty()) {
        made += replace(name);
        word.remove_prefix(name.size() + 2);
        continue;
      }
    }
    made += word.front();
    word.remove_prefix(1);
  }
  return made;
}

}  // namespace

std::vector<std::string> words_at(const std::vector<std::string>& words,
                                  const PointValues& values) {
  std::vector<std::string> made;
  made.reserve(words.size());
  for (const std::string& word : words) {
    made.push_back(replaced(word, [&](std::string_view name) {
      const auto found = std::find_if(values.begin(), values.end(),
                                      [&](const auto& value) { return value.first == name; });
      return found == values.end() ? fmt::format("{{{}}}", name) : found->second;
    }));
  }
  return made;
}

std::string mistake_in_words(const std::vector<std::string>& words, const PointValues& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    names.push_back(name);
  }
  std::set<std::string> used;
  std::string unknown;
  for (const std::string& word : words) {
    replaced(word, [&](std::string_view name) {
      used.emplace(name);
      const bool is_known = std::find(names.begin(), names.end(), name) != names.end();
      unknown = unknown.empty() && !is_known ? std::string(name) : unknown;
      return std::string();
    });
  }
  if (!unknown.empty()) {
    const std::string meant = did_you_mean(unknown, names);
    return fmt::format("'{{{0}}}' in the command has no values{1}", printable(unknown),
                       meant.empty() ? fmt::format("; --set {}=1..8 gives it some, and '{{{{' is a "
                                                   "brace",
                                                   printable(unknown))
                                     : meant);
  }
  for (const std::string& name : names) {
    if (!used.contains(name)) {
      return fmt::format("--set {0}: no word of the command has '{{{0}}}'", printable(name));
    }
  }
  return "";
}

}  // namespace dps::commands
