/// dps studio: a page on which a blueprint is written beside its prediction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/options/command.h"

namespace dps::commands {

struct StudioOptions {
  CommonOptions common;
  std::string file;                     ///< "": a text without a file
  std::vector<std::string> machines;    ///< each --machine, as given
  std::vector<std::string> userfuncs;   ///< each --userfuncs, as given
  std::optional<std::uint64_t> memory;  ///< --memory: the limit of a prediction, in bytes
  bool opens_no_browser = false;        ///< --no-open
  bool keeps_on = false;                ///< --keep

  Syntax syntax();
  std::string check();
};

Command studio_command();

}  // namespace dps::commands
