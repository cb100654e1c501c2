#include "blueprint/reading/section_letters.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "base/text/problems.h"

namespace dps::blueprint {
namespace {

constexpr std::string_view kDefining = "ICOFUP";
constexpr std::string_view kAll = "ICOFUPTVA";

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return out;
}

/// Words that users may write instead of a section letter.
std::optional<char> letter_for(std::string_view word) {
  static constexpr std::array<std::pair<std::string_view, char>, 19> kWords{{
      {"input", 'I'},         {"computation", 'C'}, {"comp", 'C'},    {"output", 'O'},
      {"functionality", 'F'}, {"func", 'F'},        {"unit", 'U'},    {"fu", 'U'},
      {"process", 'P'},       {"proc", 'P'},        {"terrain", 'T'}, {"host", 'T'},
      {"variable", 'V'},      {"var", 'V'},         {"set", 'V'},     {"let", 'V'},
      {"assert", 'A'},        {"condition", 'A'},   {"require", 'A'},
  }};
  for (const auto& [known, letter] : kWords) {
    if (word == known) {
      return letter;
    }
  }
  return std::nullopt;
}

bool is_letter(std::string_view text) {
  return text.size() == 1 && kAll.find(text[0]) != std::string_view::npos;
}

}  // namespace

std::optional<Section> section_of(std::string_view letter) {
  if (letter.size() != 1 || kDefining.find(letter[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  return static_cast<Section>(letter[0]);
}

bool is_other_section(std::string_view letter) {
  return is_letter(letter) && !section_of(letter);
}

std::string unknown_section(std::string_view field) {
  std::string word = lower(field);
  const bool is_comment = field.starts_with("//") || field.starts_with(';') ||
                          field.starts_with('%') || field.starts_with("--") ||
                          field.starts_with("/*");
  if (is_comment) {
    return fmt::format("unknown section {}; a comment begins with '#'", text::quoted(field));
  }
  while (!word.empty() &&
         std::string_view("-:.()[]*").find(word.front()) != std::string_view::npos) {
    word.erase(0, 1);
  }
  while (!word.empty() &&
         std::string_view("-:.()[]*").find(word.back()) != std::string_view::npos) {
    word.pop_back();
  }
  if (word.size() == 1) {
    word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  }
  const auto letter = is_letter(word) ? std::optional(word[0]) : letter_for(word);
  if (letter) {
    return fmt::format("unknown section {}; did you mean '{}'?", text::quoted(field), *letter);
  }
  if (field.size() > 2 && is_letter(field.substr(0, 1)) &&
      field.find('.') != std::string_view::npos) {
    return fmt::format("unknown section {}; is there a blank missing after '{}'?",
                       text::quoted(field), field[0]);
  }
  return fmt::format("unknown section {}; a line begins with I, C, O, F, U, P, T, V or A",
                     text::quoted(field));
}

}  // namespace dps::blueprint
