/// --plot, which names a picture.
#pragma once

#include <string>
#include <string_view>

#include "commands/options/option.h"

namespace dps::commands {

Option plot_option(std::string& path, std::string_view text);

}  // namespace dps::commands
