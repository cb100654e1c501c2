#include "commands/options/common_options.h"

#include <array>

#include "commands/options/option.h"

namespace dps::commands {
namespace {

constexpr std::array<std::string_view, 3> kColors{"auto", "always", "never"};

}  // namespace

std::vector<Option> color_and_quiet(CommonOptions& given) {
  return {{"--color",
           "",
           {"WHEN", ValueKind::kText, "", kColors},
           "auto (the default), always or never",
           choice_into(given.color, kColors)},
          {"--quiet", "-q", {}, "No progress, warnings or notes on stderr", into(given.quiet)}};
}

}  // namespace dps::commands
