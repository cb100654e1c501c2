#include "commands/files/graph_file.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "base/letter_case.h"
#include "commands/files/graphviz.h"

namespace dps::commands {

std::optional<std::string> graph_format_of(const std::string& path) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kFormats{
      {{".dot", "dot"}, {".gv", "dot"}, {".svg", "svg"}, {".pdf", "pdf"}, {".png", "png"}}};
  if (path.empty() || names_stdout(path)) {
    return "dot";
  }
  const std::string ending = lower_case(std::filesystem::path(path).extension().string());
  for (const auto& [known, format] : kFormats) {
    if (ending == known) {
      return std::string(format);
    }
  }
  return std::nullopt;
}

Result<void> write_graph(OutputFile& output, const std::string& graph, const std::string& format) {
  const auto picture = format == "dot" ? Result<std::string>(graph) : draw_graph(graph, format);
  return picture ? output.commit(*picture) : tl::unexpected(picture.error());
}

}  // namespace dps::commands
