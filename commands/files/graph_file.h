/// Files of graphs: their text for dot(1), or a picture of it.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "commands/files/output_file.h"

namespace dps::commands {

/// Returns the format for the ending of the file: "dot" (the text itself) or that of a picture;
/// "dot" for standard output and without a file. nullopt for other endings.
std::optional<std::string> graph_format_of(const std::string& path);

/// Writes the graph in this format. Errors: those of draw_graph() and OutputFile::commit().
Result<void> write_graph(OutputFile& output, const std::string& graph, const std::string& format);

}  // namespace dps::commands
