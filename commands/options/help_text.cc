#include "commands/options/help_text.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/options/definition_list.h"
#include "base/options/help.h"

namespace dps::commands {
namespace {

using options::Definition;
using options::definition_list;
using options::paragraph;

constexpr std::array<std::pair<CommandGroup, std::string_view>, 3> kGroups{
    {{CommandGroup::kPrograms, "Programs"},
     {CommandGroup::kResults, "Results"},
     {CommandGroup::kMachines, "Machines"}}};

std::string examples_of(std::span<const Example> examples, std::size_t width) {
  std::vector<Definition> rows;
  for (const Example& example : examples) {
    rows.emplace_back(example.command, example.text);
  }
  return "\nExamples\n" + definition_list(rows, width < 80 ? 0 : 52, width);
}

}  // namespace

std::string overview(CommandTable table, std::size_t width) {
  std::string text =
      paragraph("dps shows how a distributed program will perform before it is written.", width) +
      "\nusage: dps [run] BLUEPRINT [OPTION]...\n       dps COMMAND [OPTION]...\n";
  for (const auto& [group, heading] : kGroups) {
    std::vector<Definition> rows;
    for (const Command& command : table) {
      if (command.group == group) {
        rows.emplace_back(fmt::format("{:10}", command.name), command.summary);
      }
    }
    text += fmt::format("\n{}\n{}", heading, definition_list(rows, 20, width));
  }
  constexpr std::array<Example, 4> kExamples{
      {{"dps check plan.txt", "mistakes, and a summary of the run"},
       {"dps plan.txt", "run it here, with real processes"},
       {"dps predict plan.txt --machine laptop", "run it in virtual time"},
       {"dps run plan.txt --hosts 'node[1-4]'", "run it on four hosts"}}};
  return text + examples_of(kExamples, width) + "\n" +
         paragraph("'dps help COMMAND' describes a command and its options, 'man dps' everything.",
                   width);
}

std::string help_of(const Command& command, const Syntax& syntax, std::size_t width) {
  std::string text = options::hanging(fmt::format("usage: dps {} ", command.name),
                                      operands_of(command, syntax), width);
  if (!command.other_usage.empty()) {
    text += fmt::format("       {}\n", command.other_usage);
  }
  text += "\n" + paragraph(std::string(command.summary) + ".", width);
  std::vector<Definition> rows;
  for (const Operand& operand : syntax.operands) {
    rows.emplace_back(operand.value.name, operand.text);
  }
  if (!rows.empty()) {
    text += "\n" + definition_list(rows, 20, width);
  }
  return text + "\nOptions\n" + options::option_list(syntax, width) +
         examples_of(command.examples, width);
}

}  // namespace dps::commands
