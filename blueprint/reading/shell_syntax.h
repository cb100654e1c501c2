/// Finds shell syntax in the arguments of exec, which starts programs without a shell.
#pragma once

#include <span>

#include "base/text/problems.h"
#include "base/text/scanner.h"
#include "base/text/source_map.h"

namespace dps::blueprint {

/// Warns of the first argument that a shell would interpret. `words` are the program and its
/// arguments; at least the program. A quoted argument is literal.
void warn_of_shell_syntax(const text::SourceMap& source, std::span<const text::Field> words,
                          text::Problems& problems);

}  // namespace dps::blueprint
