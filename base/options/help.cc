#include "base/options/help.h"

#include <vector>

#include <fmt/format.h>

#include "base/options/definition_list.h"

namespace dps::options {
namespace {

std::string term_of(const Option& option) {
  std::string term = option.short_name.empty() ? "" : std::string(option.short_name) + ", ";
  term += option.name;
  return option.value.name.empty() ? term : fmt::format("{} {}", term, option.value.name);
}

}  // namespace

std::string option_list(const Syntax& syntax, std::size_t width) {
  constexpr std::size_t kNarrow = 60;
  constexpr std::size_t kWidestTerm = 24;
  std::vector<Definition> rows;
  for (const Option& option : syntax.options) {
    rows.emplace_back(term_of(option), option.text);
  }
  rows.emplace_back("-h, --help", "This text");
  return definition_list(rows, width < kNarrow ? 0 : kWidestTerm, width);
}

}  // namespace dps::options
