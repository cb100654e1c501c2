#include "commands/groups/progress_options.h"

#include <array>

#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kStyles{"auto", "json", "none"};

}  // namespace

Option progress_option(ProgressChoice& given) {
  return {
      "--progress",
      "",
      {"HOW", ValueKind::kText, "", kStyles},
      "auto (the default): a line on a terminal; json: one JSON object per line on stderr; or none",
      choice_into(given, kStyles)};
}

}  // namespace dps::commands
