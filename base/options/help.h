/// The list of options in a text of --help.
#pragma once

#include <cstddef>
#include <string>

#include "base/options/option.h"

namespace dps::options {

/// A line or more for each option, and for --help. Lines have at most `width` columns.
std::string option_list(const Syntax& syntax, std::size_t width);

}  // namespace dps::options
