#include "coordinator/cli/help_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"

namespace dps::coordinator {
namespace {

/// A term and its explanation.
using Row = std::pair<std::string, std::string>;

constexpr std::array<std::pair<CommandGroup, std::string_view>, 3> kGroups{
    {{CommandGroup::kPrograms, "Programs"},
     {CommandGroup::kResults, "Results"},
     {CommandGroup::kMachines, "Machines"}}};

/// Lines that are too short to read are avoided on very narrow terminals.
std::size_t text_width(std::size_t width, std::size_t indent) {
  constexpr std::size_t kLeast = 20;
  constexpr std::size_t kMost = 100;
  const std::size_t line = std::min(width, kMost);
  return line > indent + kLeast ? line - indent : kLeast;
}

/// `text` in lines of at most `width` columns, broken at blanks.
std::vector<std::string> lines_of(std::string_view text, std::size_t width) {
  std::vector<std::string> lines{""};
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!lines.back().empty() && printed_width(lines.back()) + 1 + printed_width(word) > width) {
      lines.emplace_back();
    }
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  return lines;
}

std::string paragraph(std::string_view text, std::size_t width) {
  return fmt::format("{}\n", fmt::join(lines_of(text, text_width(width, 0)), "\n"));
}

/// Terms in a column of `indent`, explanations beside them; below a term that is too long.
std::string definitions(const std::vector<Row>& rows, std::size_t widest, std::size_t width) {
  std::size_t column = 0;
  for (const auto& [term, text] : rows) {
    column = term.size() <= widest ? std::max(column, term.size()) : column;
  }
  const std::size_t indent = column + 4;
  std::string out;
  for (const auto& [term, text] : rows) {
    const bool fits = term.size() <= column;
    out += "  " + term + (fits ? "" : "\n");
    std::size_t blanks = fits ? indent - 2 - term.size() : indent;
    for (const std::string& line : lines_of(text, text_width(width, indent))) {
      out += std::string(blanks, ' ') + line + "\n";
      blanks = indent;
    }
  }
  return out;
}

std::string term_of(const Option& option) {
  std::string term = option.short_name.empty() ? "" : std::string(option.short_name) + ", ";
  term += option.name;
  return option.value.name.empty() ? term : fmt::format("{} {}", term, option.value.name);
}

std::string usage_of(const Command& command) {
  std::string usage = fmt::format("dps {}", command.name);
  for (const Operand& operand : command.operands) {
    usage += operand.is_optional ? fmt::format(" [{}]", operand.value.name)
                                 : fmt::format(" {}", operand.value.name);
  }
  return usage + " [OPTION]...";
}

std::string examples_of(std::span<const Example> examples, std::size_t width) {
  std::vector<Row> rows;
  for (const Example& example : examples) {
    rows.emplace_back(example.command, example.text);
  }
  return "\nExamples\n" + definitions(rows, width < 80 ? 0 : 52, width);
}

}  // namespace

std::string overview(std::size_t width) {
  std::string text =
      paragraph("dps shows how a distributed program will perform before it is written.", width) +
      "\nusage: dps [run] BLUEPRINT [OPTION]...\n       dps COMMAND [OPTION]...\n";
  for (const auto& [group, heading] : kGroups) {
    std::vector<Row> rows;
    for (const Command& command : command_table()) {
      if (command.group == group) {
        rows.emplace_back(fmt::format("{:10}", command.name), command.summary);
      }
    }
    text += fmt::format("\n{}\n{}", heading, definitions(rows, 20, width));
  }
  constexpr std::array<Example, 4> kExamples{
      {{"dps check plan.txt", "mistakes, and what would happen"},
       {"dps plan.txt", "run it here, with real processes"},
       {"dps predict plan.txt --machine laptop", "run it in virtual time"},
       {"dps run plan.txt --hosts 'node[1-4]'", "run it on four hosts"}}};
  return text + examples_of(kExamples, width) + "\n" +
         paragraph("'dps help COMMAND' describes a command and its options, 'man dps' everything.",
                   width);
}

std::string help_of(const Command& command, std::size_t width) {
  std::string text = "usage: " + usage_of(command) + "\n";
  if (command.name == "run") {
    text += "       dps BLUEPRINT [OPTION]...\n";
  }
  text += "\n" + paragraph(std::string(command.summary) + ".", width);
  std::vector<Row> rows;
  for (const Operand& operand : command.operands) {
    rows.emplace_back(operand.value.name, operand.text);
  }
  if (!rows.empty()) {
    text += "\n" + definitions(rows, 20, width);
  }
  rows.clear();
  for (const Option* option : command.options) {
    rows.emplace_back(term_of(*option), option->text);
  }
  for (const Option* option : common_options()) {
    rows.emplace_back(term_of(*option), option->text);
  }
  rows.emplace_back("-h, --help", "This text");
  return text + "\nOptions\n" + definitions(rows, width < 60 ? 0 : 24, width) +
         examples_of(command.examples, width);
}

}  // namespace dps::coordinator
