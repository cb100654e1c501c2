// dps machine: lists the machines of the library, and prints the file of one, or its keys.
#include <algorithm>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/cli/command_output.h"
#include "commands/cli/machine_library.h"
#include "commands/cli/terminal_width.h"
#include "commands/commands.h"
#include "commands/options/definition_list.h"
#include "commands/prediction_input.h"
#include "predictor/machines/kinds/machine_file.h"

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

ExitStatus show(const CommandLine& line) {
  if (!line.machine_changes.empty()) {
    const auto opened = open_machine(line);
    return opened ? print_output(line, opened->source.text, ExitStatus::kDone)
                  : ExitStatus::kInputWrong;
  }
  const auto text = text_of(machine_path(line.machine));
  return text ? print_output(line, *text, ExitStatus::kDone)
              : print_error(text.error().message + machine_suggestion(line.machine),
                            ExitStatus::kInputWrong, line.color);
}

/// A line for each key, with its value.
ExitStatus print_keys(const CommandLine& line) {
  const auto opened = open_machine(line);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  const std::string& text = opened->source.text;
  const auto keys = machines::kind_of_machine(text).keys(text);
  std::size_t width = 0;
  for (const machines::MachineKey& key : keys) {
    width = std::max(width, printed_width(printable(key.name)));
  }
  std::string out;
  for (const machines::MachineKey& key : keys) {
    const std::string name = printable(key.name);
    out += name + std::string(width - printed_width(name), ' ') + "  " +
           (key.value.empty() ? "-" : printable(key.value)) + "\n";
  }
  return print_output(line, out, ExitStatus::kDone);
}

}  // namespace

ExitStatus machine_command(const CommandLine& line) {
  return line.action == "show" ? show(line) : line.action == "keys" ? print_keys(line) : list(line);
}

}  // namespace dps::coordinator
