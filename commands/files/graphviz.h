/// Draws graphs with Graphviz, if it is installed.
#pragma once

#include <string>

#include "base/result.h"

namespace dps::commands {

/// Draws a graph in the language of dot(1) as a picture in a format of `dot -T`, such as "svg". The
/// errors and warnings of dot appear on stderr.
/// Errors (kSystem): there is no program `dot` in PATH, or it fails.
Result<std::string> draw_graph(const std::string& graph, const std::string& format);

}  // namespace dps::commands
