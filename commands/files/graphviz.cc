#include "commands/files/graphviz.h"

#include "base/processes/filter.h"

namespace dps::commands {

Result<std::string> draw_graph(const std::string& graph, const std::string& format) {
  auto drawn = run_filter({"dot", "-T" + format}, graph);
  if (!drawn) {
    return tl::unexpected(drawn.error());
  }
  if (!drawn->exists) {
    return failure(ErrorCode::kSystem,
                   "Graphviz is not installed (there is no program 'dot' in PATH); -o FILE.dot "
                   "writes the graph for a machine that has it");
  }
  if (!drawn->succeeded) {
    return failure(ErrorCode::kSystem, "dot could not draw the graph");
  }
  return std::move(drawn->output);
}

}  // namespace dps::commands
