#include "commands/groups/blueprint_options.h"

#include <algorithm>
#include <limits>

#include "commands/options/option.h"

namespace dps::commands {

Operand blueprint_operand(BlueprintOptions& given) {
  return {{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
          "the blueprint; - is standard input",
          into(given.file)};
}

Option set_option(BlueprintOptions& given, PairOption words) {
  auto& settings = given.settings;
  return {words.name,
          "",
          {words.form, ValueKind::kVariable},
          "Give a variable of the blueprint another value; may be repeated",
          pair_into(
              words,
              [&settings](const std::string& name) {
                return std::any_of(settings.begin(), settings.end(),
                                   [&](const auto& setting) { return setting.first == name; });
              },
              [&settings](std::string name, std::string value) {
                settings.emplace_back(std::move(name), std::move(value));
              }),
          true};
}

Option seed_option(BlueprintOptions& given) {
  return {"--seed",
          "",
          {"N"},
          "Seed of the random quantities of the blueprint (default 1); the result records it",
          number_into(given.seed, {"--seed", 0, std::numeric_limits<std::uint64_t>::max()})};
}

}  // namespace dps::commands
