#include "commands/graph_command.h"

#include <string>

#include <fmt/format.h>

#include "base/printable.h"
#include "blueprint/graph.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/saved_result.h"
#include "commands/files/graph_file.h"
#include "commands/files/output_file.h"

namespace dps::commands {
namespace {

ExitStatus save(OutputFile& output, const std::string& graph, const std::string& format,
                Color color) {
  const auto written = write_graph(output, graph, format);
  return written ? ExitStatus::kDone
                 : print_error(written.error().message, ExitStatus::kFailed, color);
}

ExitStatus print_graph(const GraphOptions& given) {
  const auto format = graph_format_of(given.output.file);
  if (!format) {
    return print_error(
        fmt::format("-o: expected FILE.dot, FILE.svg, FILE.pdf or FILE.png, got '{}'",
                    printable(given.output.file)),
        ExitStatus::kInputWrong, given.common.color);
  }
  const auto file = open_blueprint(given.blueprint, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  if (!file->program) {
    print_diagnostics(given.common, file->source, file->diagnostics);
    return ExitStatus::kInputWrong;
  }
  auto output = create_output(given.common, given.output, picture_kind(given.output.file));
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, given.common.color);
  }
  const std::string graph = blueprint::graph(*file->program, file->source.path);
  return *output ? save(**output, graph, *format, given.common.color)
                 : print_output(graph, ExitStatus::kDone);
}

}  // namespace

Syntax GraphOptions::syntax() {
  Syntax syntax;
  syntax.operands = {blueprint_operand(blueprint)};
  syntax
      .add(output_option(output,
                         "Write the graph to FILE.dot, or a picture to FILE.svg, FILE.pdf or "
                         "FILE.png, for which Graphviz has to be installed"))
      .add(set_option(blueprint));
  return syntax;
}

Command graph_command() {
  return {"graph",
          CommandGroup::kPrograms,
          "Print the structure of a blueprint for Graphviz, or draw it",
          prepare<GraphOptions, print_graph>,
          {{"dps graph plan.txt -o plan.svg", "a picture"},
           {"dps graph plan.txt | dot -Tps >plan.ps", "another format of Graphviz"}},
          {"dot", "draw", "plot", "diagram"}};
}

}  // namespace dps::commands
