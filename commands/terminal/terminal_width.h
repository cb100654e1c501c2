/// The width of the terminal.
#pragma once

#include <cstddef>

namespace dps::commands {

/// Columns of the terminal on stdout or stderr, else those of $COLUMNS, else 80.
std::size_t terminal_width();

}  // namespace dps::commands
