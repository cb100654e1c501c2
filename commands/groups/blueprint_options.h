/// The blueprint of a command, and the values of its variables.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "commands/options/option.h"

namespace dps::commands {

struct BlueprintOptions {
  std::string file;                                           ///< "-": standard input
  std::vector<std::pair<std::string, std::string>> settings;  ///< --set
  std::uint64_t seed = 1;                                     ///< --seed
  bool is_ended = false;  ///< --for ends the run: processes need no end of their own
};

Operand blueprint_operand(BlueprintOptions& given);
Option set_option(BlueprintOptions& given, PairOption words = {"--set"});
Option seed_option(BlueprintOptions& given);

}  // namespace dps::commands
