/// Data sheets that a user names.
#pragma once

#include <optional>
#include <string>

#include "commands/options/common_options.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::commands {

struct OpenedSheet {
  std::string name;  ///< for messages: that of the sheet, else of its file
  machines::Datasheet sheet;
};

/// Opens the sheet that an argument of --machine names; nullopt after printing the errors.
std::optional<OpenedSheet> open_sheet(const std::string& word, const CommonOptions& common);

}  // namespace dps::commands
