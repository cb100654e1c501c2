#include "commands/machine_command.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "base/options/definition_list.h"
#include "base/printable.h"
#include "base/text/load_source.h"
#include "commands/cli/command_output.h"
#include "commands/files/machine_library.h"
#include "commands/options/option.h"
#include "commands/predict/prediction_input.h"
#include "commands/terminal/terminal_width.h"
#include "predictor/machines/kinds/machine_file.h"

namespace dps::commands {
namespace {

using options::Definition;
using options::definition_list;
using options::paragraph;

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

ExitStatus list(const MachineOptions& given) {
  std::vector<Definition> rows;
  for (const LibraryMachine& machine : library_machines()) {
    rows.emplace_back(machine.name, head_comment(text_of(machine.path).value_or("")));
  }
  if (rows.empty()) {
    return print_error("there is no library: " + library_folder() + " has no machine file",
                       ExitStatus::kInputWrong, given.common.color);
  }
  constexpr std::size_t kWidestName = 24;
  const std::size_t width = terminal_width();
  return print_output(
      given.common, given.output,
      "Machines of the library\n" + definition_list(rows, kWidestName, width) + "\n" +
          paragraph("'dps predict BLUEPRINT --machine NAME' predicts on one; 'dps machine show "
                    "NAME' prints its file, to be changed.",
                    width),
      ExitStatus::kDone);
}

ExitStatus show(const MachineOptions& given) {
  if (!given.machine.changes.empty()) {
    const auto opened = open_machine(given.machine, given.common.color);
    return opened ? print_output(given.common, given.output, opened->source.text, ExitStatus::kDone)
                  : ExitStatus::kInputWrong;
  }
  const auto text = text_of(machine_path(given.machine.machine));
  return text ? print_output(given.common, given.output, *text, ExitStatus::kDone)
              : print_error(text.error().message + machine_suggestion(given.machine.machine),
                            ExitStatus::kInputWrong, given.common.color);
}

/// A line for each key, with its value.
ExitStatus print_keys(const MachineOptions& given) {
  const auto opened = open_machine(given.machine, given.common.color);
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
  return print_output(given.common, given.output, out, ExitStatus::kDone);
}

ExitStatus answer(const MachineOptions& given) {
  return given.action == "show"   ? show(given)
         : given.action == "keys" ? print_keys(given)
                                  : list(given);
}

}  // namespace

Syntax MachineOptions::syntax() {
  static constexpr std::array<std::string_view, 3> kActions{"list", "show", "keys"};
  Syntax syntax;
  syntax.operands = {
      {{"list|show|keys", ValueKind::kText, "", kActions},
       "list the machines (the default); show the file of one, or its keys for --set-machine",
       into(action),
       true},
      {kMachineFile, "the machine to show", into(machine.machine), true}};
  syntax.add({set_machine_option(machine.changes), text_output_option(output)});
  return syntax;
}

std::string MachineOptions::check() {
  const bool is_list = action.empty() || action == "list";
  if (!is_list && machine.machine.empty()) {
    return fmt::format("dps machine {} needs NAME; 'dps machine list' lists the names", action);
  }
  if (is_list && !machine.machine.empty()) {
    return "dps machine list takes no name; 'dps machine show NAME' prints one";
  }
  return is_list && !machine.changes.empty()
             ? "--set-machine goes with 'dps machine show NAME' and 'dps machine keys NAME'"
             : "";
}

Command machine_command() {
  return {"machine",
          CommandGroup::kMachines,
          "List the machines that come with dps; print the file of one, or its keys",
          prepare<MachineOptions, answer>,
          {{"dps machine list", "dps machines does the same"},
           {"dps machine keys laptop", "what --set-machine can change"},
           {"dps machine show laptop -o mine.toml", "a machine file to change"}},
          {"library"}};
}

}  // namespace dps::commands
