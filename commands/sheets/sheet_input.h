/// Data sheets that command lines name.
#pragma once

#include <optional>
#include <string>

#include "commands/cli/command_line.h"
#include "predictor/machines/kinds/datasheet/datasheet.h"

namespace dps::coordinator {

struct OpenedSheet {
  std::string name;  ///< for messages: that of the sheet, else of its file
  machines::Datasheet sheet;
};

/// The sheet of a file or of the library, as --machine names it; nullopt after printing the errors.
std::optional<OpenedSheet> open_sheet(const CommandLine& line, const std::string& word);

}  // namespace dps::coordinator
