#include <fmt/format.h>

#include "commands/options/completions.h"

namespace dps::commands {
namespace {

constexpr std::string_view kFishFunctions = R"sh(
# True if the command is $argv[1]; "run" may be left out.
function __dps_is
    set -l words (commandline -opc)
    set -l command run
    if set -q words[2]; and contains -- $words[2] $__dps_commands
        set command $words[2]
    end
    test $command = $argv[1]
end

function __dps_is_first
    test (count (commandline -opc)) -eq 1
end

function __dps_machines
    env COLUMNS=200 dps machine list 2>/dev/null | sed -n 's/^  \([^ ]\{1,\}\)  .*/\1/p'
end

function __dps_variables
    for word in (commandline -opc)
        test -f $word; and sed -n 's/^[ \t]*V[ \t]\{1,\}\([A-Za-z_][A-Za-z0-9_]*\).*/\1=/p' $word
    end
end

function __dps_machine_keys
    set -l words (commandline -opc)
    set -l machine
    for i in (seq (count $words))
        contains -- $words[$i] --machine show keys check describe route; and set machine $words[(math $i + 1)]
        string match -q -- '--machine=*' $words[$i]; and set machine (string replace -- --machine= '' $words[$i])
    end
    test -n "$machine"; and dps machine keys $machine 2>/dev/null | sed -n 's/^\([^ ]\{1,\}\)  .*/\1=/p'
end

)sh";

/// Escapes a text for single quotes in fish.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    out += c == '\'' || c == '\\' ? "\\" : "";
    out += c;
  }
  return out + "'";
}

/// The arguments of `complete` for a value. -x: nothing else than what -a lists; -r: files, too.
std::string fish_arguments(const Value& value) {
  if (value.name.empty()) {
    return "";
  }
  if (!value.words.empty()) {
    return fmt::format(" -x -a '{}'", fmt::join(value.words, " "));
  }
  switch (value.kind) {
    case ValueKind::kInput:
    case ValueKind::kOutput:
    case ValueKind::kHosts:
      return " -r -F";
    case ValueKind::kMachine:
      return " -r -F -a '(__dps_machines)'";
    case ValueKind::kVariable:
      return " -x -a '(__dps_variables)'";
    case ValueKind::kMachineKey:
      return " -x -a '(__dps_machine_keys)'";
    case ValueKind::kText:
      break;
  }
  return " -x";
}

std::string fish_line(std::string_view condition, const Option& option) {
  const std::string name = option.name.starts_with("--")
                               ? fmt::format(" -l {}", option.name.substr(2))
                               : fmt::format(" -s {}", option.name.substr(1));
  const std::string short_name =
      option.short_name.empty() ? "" : fmt::format(" -s {}", option.short_name.substr(1));
  return fmt::format("complete -c dps{}{}{}{} -d {}\n", condition, short_name, name,
                     fish_arguments(option.value), fish_quoted(option.text));
}

}  // namespace

std::string fish_completion(CommandTable table) {
  std::string names;
  std::string lines;
  for (const Command& command : table) {
    names += " " + std::string(command.name);
    lines += fmt::format("complete -c dps -n __dps_is_first -a {} -d {}\n", command.name,
                         fish_quoted(command.summary));
    const std::string condition = fmt::format(" -n '__dps_is {}'", command.name);
    const auto prepared = command.prepare();
    for (const Option& option : own_options(prepared->syntax())) {
      lines += fish_line(condition, option);
    }
    for (const Operand& operand : prepared->syntax().operands) {
      if (!operand.value.words.empty() || operand.value.kind == ValueKind::kMachine) {
        lines += fmt::format("complete -c dps{}{}\n", condition, fish_arguments(operand.value));
      }
    }
  }
  const auto any = table.front().prepare();
  for (const Option& option : common_options(any->syntax())) {
    lines += fish_line("", option);
  }
  return "# Fish completion for dps(1), made from its table of commands.\n" +
         fmt::format("set -g __dps_commands{} help\n", names) + std::string(kFishFunctions) +
         lines +
         "complete -c dps -s h -l help -d 'Print help'\n"
         "complete -c dps -n __dps_is_first -s V -l version -d 'Print the version'\n"
         "complete -c dps -n __dps_is_first -a help -d 'List the commands, or describe one'\n"
         "complete -c dps -n '__dps_is help' -x -a \"$__dps_commands\"\n";
}

}  // namespace dps::commands
