// dps machine: lists the machines of the library, and prints the file of one.
#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "coordinator/cli/command_output.h"
#include "coordinator/cli/machine_library.h"
#include "coordinator/cli/terminal_width.h"
#include "coordinator/commands/commands.h"
#include "coordinator/options/definition_list.h"
#include "text/load_source.h"

namespace dps::coordinator {
namespace {

/// The first paragraph of the comment at the head of a machine file.
std::string head_comment(const std::string& text) {
  std::istringstream lines(text);
  std::string comment;
  for (std::string line; std::getline(lines, line) && line.starts_with("# ");) {
    comment += (comment.empty() ? "" : " ") + line.substr(2);
  }
  return printable(comment);
}

Result<std::string> text_of(const std::string& path) {
  auto source = text::load_source(path, "machine file");
  return source ? Result<std::string>(std::move(source->text)) : tl::unexpected(source.error());
}

ExitStatus list(const CommandLine& line) {
  std::vector<Definition> rows;
  for (const LibraryMachine& machine : library_machines()) {
    rows.emplace_back(machine.name, head_comment(text_of(machine.path).value_or("")));
  }
  if (rows.empty()) {
    return print_error("there is no library: " + library_folder() + " has no machine file",
                       ExitStatus::kInputWrong, line.color);
  }
  constexpr std::size_t kWidestName = 24;
  const std::size_t width = terminal_width();
  return print_output(
      line,
      "Machines of the library\n" + definition_list(rows, kWidestName, width) + "\n" +
          paragraph("'dps predict BLUEPRINT --machine NAME' predicts on one; 'dps machine show "
                    "NAME' prints its file, to be changed.",
                    width),
      ExitStatus::kDone);
}

}  // namespace

ExitStatus machine_command(const CommandLine& line) {
  if (line.action != "show") {
    return list(line);
  }
  const auto text = text_of(machine_path(line.machine));
  return text ? print_output(line, *text, ExitStatus::kDone)
              : print_error(text.error().message + machine_suggestion(line.machine),
                            ExitStatus::kInputWrong, line.color);
}

}  // namespace dps::coordinator
