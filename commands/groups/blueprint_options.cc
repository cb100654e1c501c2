#include "commands/groups/blueprint_options.h"

#include <limits>

#include "commands/options/option.h"

namespace dps::commands {

Operand blueprint_operand(BlueprintOptions& given) {
  return {{"BLUEPRINT", ValueKind::kInput, "the blueprint"},
          "the blueprint; - is standard input",
          into(given.file)};
}

Option set_option(BlueprintOptions& given) {
  return {"--set",
          "",
          {"NAME=VALUE", ValueKind::kVariable},
          "Give a variable of the blueprint another value; may be repeated",
          append_pair_to(given.settings, "--set", "NAME=VALUE"),
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
