// dps graph: prints or draws the structure of a blueprint.
#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/letter_case.h"
#include "base/printable.h"
#include "blueprint/graph.h"
#include "commands/cli/blueprint_file.h"
#include "commands/cli/command_output.h"
#include "commands/cli/graphviz.h"
#include "commands/cli/output_file.h"
#include "commands/cli/saved_result.h"
#include "commands/commands.h"

namespace dps::coordinator {
namespace {

/// The formats of -o by the endings of its file; "dot" is the text itself.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kFormats{
    {{".dot", "dot"}, {".gv", "dot"}, {".svg", "svg"}, {".pdf", "pdf"}, {".png", "png"}}};

std::optional<std::string> format_of(const std::string& path) {
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

ExitStatus save(OutputFile& output, const std::string& graph, const std::string& format,
                Color color) {
  const auto picture = format == "dot" ? Result<std::string>(graph) : draw_graph(graph, format);
  if (!picture) {
    return print_error(picture.error().message, ExitStatus::kFailed, color);
  }
  const auto written = output.commit(*picture);
  return written ? ExitStatus::kDone
                 : print_error(written.error().message, ExitStatus::kIncomplete, color);
}

}  // namespace

ExitStatus graph_command(const CommandLine& line) {
  const auto format = format_of(line.output);
  if (!format) {
    return print_error(
        fmt::format("-o: expected FILE.dot, FILE.svg, FILE.pdf or FILE.png, got '{}'",
                    printable(line.output)),
        ExitStatus::kInputWrong, line.color);
  }
  const auto file = open_blueprint(line, blueprint::ReadOptions{}.max_processes);
  if (!file) {
    return print_error(file.error().message, ExitStatus::kInputWrong, line.color);
  }
  if (!file->program) {
    print_diagnostics(line, file->source, file->diagnostics);
    return ExitStatus::kInputWrong;
  }
  auto output = create_output(line);
  if (!output) {
    return print_error(output.error().message, ExitStatus::kInputWrong, line.color);
  }
  const std::string graph = blueprint::graph(*file->program, file->source.path);
  return *output ? save(**output, graph, *format, line.color)
                 : print_output(graph, ExitStatus::kDone);
}

}  // namespace dps::coordinator
