#include "commands/options/command.h"

#include <algorithm>

#include <fmt/format.h>

namespace dps::commands {

const Command* find_command(CommandTable table, std::string_view name) {
  name = name == "machines" ? "machine" : name;
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == table.end() ? nullptr : &*found;
}

bool writes_files(const Syntax& syntax) {
  return std::any_of(syntax.options.begin(), syntax.options.end(),
                     [](const Option& option) { return option.value.kind == ValueKind::kOutput; });
}

std::string operands_of(const Command& command, const Syntax& syntax) {
  std::string usage;
  for (const Operand& operand : syntax.operands) {
    usage += operand.is_optional ? fmt::format("[{}] ", operand.value.name)
                                 : fmt::format("{} ", operand.value.name);
  }
  if (const Option* needed = syntax.find(command.needs)) {
    usage += fmt::format("{} {} ", needed->name, needed->value.name);
  }
  return usage + "[OPTION]...";
}

std::string usage_of(const Command& command, const Syntax& syntax) {
  return fmt::format("dps {} {}", command.name, operands_of(command, syntax));
}

}  // namespace dps::commands
