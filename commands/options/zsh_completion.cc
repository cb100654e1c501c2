#include <fmt/format.h>

#include "commands/options/completions.h"

namespace dps::commands {
namespace {

constexpr std::string_view kZshFunctions = R"sh(
_dps_machines() {
  local -a machines
  machines=(${(f)"$(COLUMNS=200 dps machine list 2>/dev/null | sed -n 's/^  \([^ ]\{1,\}\)  .*/\1/p')"})
  _alternative 'machines:machine:compadd -a machines' 'files:machine file:_files'
}

_dps_variables() {
  local -a variables
  local word
  for word in $words; do
    [[ -f $word ]] && variables+=(${(f)"$(sed -n 's/^[ \t]*V[ \t]\{1,\}\([A-Za-z_][A-Za-z0-9_]*\).*/\1/p' $word)"})
  done
  compadd -S = -a variables
}

_dps_machine_keys() {
  local -a keys
  local i machine
  for (( i = 1; i < $#words; i++ )); do
    [[ $words[i] == (--machine|show|keys|check|describe|route) ]] && machine=$words[i+1]
    [[ $words[i] == --machine=* ]] && machine=${words[i]#*=}
  done
  [[ -n $machine ]] && keys=(${(f)"$(dps machine keys $machine 2>/dev/null | sed -n 's/^\([^ ]\{1,\}\)  .*/\1/p')"})
  compadd -S = -a keys
}

_dps_first() {
  _alternative 'commands:command:_dps_commands' 'files:blueprint:_files'
}
)sh";

/// Escapes a text for single quotes in zsh.
std::string zsh_quoted(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += special.find(c) == std::string_view::npos ? "" : "\\";
      out += c;
    }
  }
  return out;
}

std::string zsh_action(const Value& value) {
  if (!value.words.empty()) {
    return fmt::format("({})", fmt::join(value.words, " "));
  }
  switch (value.kind) {
    case ValueKind::kInput:
    case ValueKind::kOutput:
    case ValueKind::kHosts:
      return "_files";
    case ValueKind::kMachine:
      return "_dps_machines";
    case ValueKind::kVariable:
      return "_dps_variables";
    case ValueKind::kMachineKey:
      return "_dps_machine_keys";
    case ValueKind::kText:
      break;
  }
  return " ";  // the message alone
}

/// A specification for _arguments.
std::string zsh_spec(const Option& option) {
  std::string spec = option.repeats ? "'*'" : "";
  if (!option.short_name.empty()) {
    spec += fmt::format("'({1} {0})'{{{1},{0}}}", option.name, option.short_name);
  } else {
    const bool takes_equals = !option.value.name.empty() && option.name.starts_with("--");
    spec += fmt::format("'{}{}'", option.name, takes_equals ? "=" : "");
  }
  spec += fmt::format("'[{}]", zsh_quoted(option.text, "[]"));
  if (!option.value.name.empty()) {
    spec += fmt::format(":{}:{}", zsh_quoted(option.value.name, ":"), zsh_action(option.value));
  }
  return spec + "'";
}

std::string zsh_case(const Command& command) {
  const auto prepared = command.prepare();
  const Syntax& syntax = prepared->syntax();
  std::string specs;
  for (const Option& option : syntax.options) {
    specs += " \\\n        " + zsh_spec(option);
  }
  specs += " \\\n        '(-h --help)'{-h,--help}'[Print help]'";
  std::size_t position = 0;
  for (const Operand& operand : syntax.operands) {
    specs +=
        fmt::format(" \\\n        '{}{}:{}:{}'", operand.repeats ? "*" : std::to_string(++position),
                    operand.is_optional ? ":" : "", zsh_quoted(operand.value.name, ":"),
                    zsh_action(operand.value));
  }
  return fmt::format("    ({})\n      _arguments -s{}\n      ;;\n", command.name, specs);
}

}  // namespace

std::string zsh_completion(CommandTable table) {
  std::string names;
  std::string descriptions;
  std::string cases;
  for (const Command& command : table) {
    names += std::string(command.name) + "|";
    descriptions += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(command.summary, ":\\"));
    cases += zsh_case(command);
  }
  return fmt::format(
             "#compdef dps\n# Zsh completion for dps(1), made from its table of commands.\n\n"
             "_dps_commands() {{\n  local -a commands\n  commands=(\n{}"
             "    'help:List the commands, or describe one'\n  )\n"
             "  _describe -t commands 'command' commands\n}}\n",
             descriptions) +
         std::string(kZshFunctions) +
         fmt::format(
             "\n_dps() {{\n  local command=run\n  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; "
             "then\n    _dps_first\n    return\n  fi\n  case $words[2] in\n    ({}help)\n      "
             "command=$words[2]\n      shift words\n      (( CURRENT-- ))\n      ;;\n  esac\n  "
             "case $command in\n{}    (help)\n      _dps_commands\n      ;;\n  esac\n}}\n\n"
             "_dps \"$@\"\n",
             names, cases);
}

}  // namespace dps::commands
