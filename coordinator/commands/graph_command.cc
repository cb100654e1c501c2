// dps graph: prints the structure of a blueprint for Graphviz.
#include <fmt/format.h>

#include "blueprint/graph.h"
#include "coordinator/cli/blueprint_file.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/commands/commands.h"

namespace dps::coordinator {

ExitStatus graph_command(const CommandLine& line) {
  const auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong);
  }
  if (!file->program) {
    print_diagnostics(line, file->source, file->diagnostics);
    return ExitStatus::kInputWrong;
  }
  return print_output(blueprint::graph(*file->program, file->source.path), ExitStatus::kDone);
}

}  // namespace dps::coordinator
