#include <fmt/format.h>

#include "commands/options/completions.h"

namespace dps::commands {
namespace {

/// The functions that do not depend on the table. _dps_options COMMAND prints options, _dps_values
/// COMMAND OPTION the values of one: words, or @file, @machine, @machine_key,
/// @variable, @none.
constexpr std::string_view kBashFunctions = R"sh(
# Prints the names of the variables in the blueprints on the command line, each followed by "=".
_dps_variables() {
  local word
  for word in "${COMP_WORDS[@]:1}"; do
    [ -f "$word" ] && sed -n 's/^[ \t]*V[ \t]\{1,\}\([A-Za-z_][A-Za-z0-9_]*\).*/\1=/p' -- "$word"
  done 2>/dev/null
}

# Prints the names of the machines of the library.
_dps_machines() {
  COLUMNS=200 "${COMP_WORDS[0]}" machine list 2>/dev/null | sed -n 's/^  \([^ ]\{1,\}\)  .*/\1/p'
}

# Prints the keys of the machine on the command line, each followed by "=".
_dps_machine_keys() {
  local i machine=
  for ((i = 1; i + 1 < ${#COMP_WORDS[@]}; i++)); do
    case ${COMP_WORDS[i]} in
      --machine | show | keys | check | describe | route) machine=${COMP_WORDS[i + 1]} ;;
    esac
  done
  [ -z "$machine" ] || "${COMP_WORDS[0]}" machine keys "$machine" 2>/dev/null |
    sed -n 's/^\([^ ]\{1,\}\)  .*/\1=/p'
}

# Completes a value: one of some words, or of a kind (@file and so on).
_dps_complete() {
  local kind=$1 word=$2
  case $kind in
    @none) COMPREPLY=() ;;
    @variable)
      compopt -o nospace
      mapfile -t COMPREPLY < <(compgen -W "$(_dps_variables)" -- "$word")
      ;;
    @machine_key)
      compopt -o nospace
      mapfile -t COMPREPLY < <(compgen -W "$(_dps_machine_keys)" -- "$word")
      ;;
    @file | @machine)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$word")
      [ "$kind" != @machine ] ||
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$(_dps_machines)" -- "$word")
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$kind" -- "$word") ;;
  esac
}

_dps() {
  local word=${COMP_WORDS[COMP_CWORD]}
  local before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]}
  local values
  [[ " $_dps_commands help machines " == *" $command "* ]] || command=run
  [ "$command" != machines ] || command=machine
  values=$(_dps_values "$command" "$before")
  if [ "$COMP_CWORD" -gt 1 ] && [ -n "$values" ]; then
    _dps_complete "$values" "$word"
  elif [[ $word == -* ]]; then
    [ "$COMP_CWORD" -gt 1 ] || command=none
    _dps_complete "$(_dps_options "$command")" "$word"
  elif [ "$COMP_CWORD" -eq 1 ]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W "$_dps_commands help" -- "$word")
  elif [[ "$command $before" == machine\ @(show|keys|check|describe|route) ]]; then
    _dps_complete @machine "$word"
  else
    _dps_complete "$(_dps_operands "$command")" "$word"
  fi
}

complete -F _dps dps
)sh";

std::string bash_values(const Value& value) {
  if (!value.words.empty()) {
    return fmt::format("{}", fmt::join(value.words, " "));
  }
  switch (value.kind) {
    case ValueKind::kInput:
    case ValueKind::kOutput:
    case ValueKind::kHosts:
      return "@file";
    case ValueKind::kMachine:
      return "@machine";
    case ValueKind::kVariable:
      return "@variable";
    case ValueKind::kMachineKey:
      return "@machine_key";
    case ValueKind::kText:
      break;
  }
  return "@none";
}

std::string bash_options(const Syntax& syntax) {
  std::string names;
  for (const Option& option : syntax.options) {
    names += std::string(option.name) + " ";
  }
  return names + "--help";
}

/// The values of the first operand; further operands are of the same kind.
std::string bash_operands(const Syntax& syntax) {
  return syntax.operands.empty() ? "@none" : bash_values(syntax.operands.front().value);
}

}  // namespace

std::string bash_completion(CommandTable table) {
  std::string names;
  std::string options;
  std::string values;
  std::string operands;
  for (const Command& command : table) {
    const auto prepared = command.prepare();
    const Syntax& syntax = prepared->syntax();
    names += (names.empty() ? "" : " ") + std::string(command.name);
    options += fmt::format("    {}) echo {} ;;\n", command.name, bash_options(syntax));
    operands += fmt::format("    {}) echo '{}' ;;\n", command.name, bash_operands(syntax));
    for (const Option& option : own_options(syntax)) {
      if (!option.value.name.empty()) {
        values += fmt::format("    {}:{}) echo '{}' ;;\n", command.name, option.name,
                              bash_values(option.value));
      }
    }
  }
  const auto any = table.front().prepare();
  for (const Option& option : common_options(any->syntax())) {
    if (!option.value.name.empty()) {
      values += fmt::format("    *:{}) echo '{}' ;;\n", option.name, bash_values(option.value));
    }
  }
  return fmt::format(
             "# Bash completion for dps(1), made from its table of commands. It needs only bash, "
             "not the package\n# bash-completion.\n# shellcheck shell=bash\n\n"
             "_dps_commands='{}'\n\n"
             "_dps_options() {{\n  case $1 in\n{}    *) echo --version --help ;;\n  esac\n}}\n\n"
             "_dps_values() {{\n  case $1:$2 in\n{}  esac\n}}\n\n"
             "_dps_operands() {{\n  case $1 in\n    help) echo \"$_dps_commands\" ;;\n{}    *) "
             "echo @file ;;\n  esac\n}}\n",
             names, options, values, operands) +
         std::string(kBashFunctions);
}

}  // namespace dps::commands
