#include "commands/options/command_parser.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "commands/cli/machine_library.h"
#include "commands/options/command_mistakes.h"

namespace dps::coordinator {
namespace {

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

bool is_allowed(const Value& kind, const std::string& value) {
  return kind.words.empty() ||
         std::find(kind.words.begin(), kind.words.end(), value) != kind.words.end();
}

}  // namespace

std::string CommandParser::parse(std::span<const std::string> words) {
  bool may_be_option = true;
  while (!words.empty()) {
    std::string wrong;
    if (may_be_option && words[0] == "--" && command_.takes_program && operands_ == 0) {
      return take_program(words.subspan(1));
    }
    if (may_be_option && words[0] == "--") {
      may_be_option = false;
      words = words.subspan(1);
    } else if (may_be_option && is_option(words[0])) {
      wrong = take_option(words);
    } else {
      wrong = take_operand(words[0]);
      words = words.subspan(1);
    }
    if (!wrong.empty()) {
      return wrong;
    }
  }
  const bool lacks_operand =
      operands_ < command_.operands.size() && !command_.operands[operands_].is_optional;
  return lacks_operand ? missing_operand(command_, command_.operands[operands_]) : "";
}

std::string CommandParser::take_program(Words words) {
  if (words.empty()) {
    return fmt::format("-- needs a command, as in: dps {} -- mpirun -n 4 ./app", command_.name);
  }
  line_.program.assign(words.begin(), words.end());
  for (const Option* option : given_) {
    if (std::string wrong = refused_with_program(*option); !wrong.empty()) {
      return wrong;
    }
  }
  return "";
}

std::string CommandParser::take_option(Words& words) {
  const std::string& word = words[0];
  const bool is_long = word.starts_with("--");
  const std::size_t name_size = is_long ? std::min(word.find('='), word.size()) : 2;
  const std::string name = word.substr(0, name_size);
  const bool is_attached = name_size < word.size();
  const Option* option = find_option(name);
  if (option == nullptr) {
    return starts_ranks(line_.file) ? misplaced_program(command_, line_.file)
                                    : unknown_option(command_, is_long ? name : word);
  }
  std::string value = is_attached ? word.substr(name_size + (is_long ? 1 : 0)) : "";
  words = words.subspan(1);
  if (option->value.name.empty()) {
    return is_attached ? fmt::format("{} takes no value, got '{}'", name, printable(word))
                       : store(*option, value);
  }
  if (!is_attached) {
    if (std::string wrong = take_value(*option, words, value); !wrong.empty()) {
      return wrong;
    }
  }
  return store(*option, value);
}

std::string CommandParser::take_value(const Option& option, Words& words,
                                      std::string& value) const {
  if (words.empty() || find_option(words[0]) != nullptr) {
    return fmt::format("{0} needs a value: {0} {1}", option.name, option.value.name);
  }
  value = words[0];
  words = words.subspan(1);
  return "";
}

std::string CommandParser::store(const Option& option, const std::string& value) {
  if (!given_.insert(&option).second && !option.repeats && !option.value.name.empty()) {
    return fmt::format("{} is given twice", option.name);
  }
  if (!is_allowed(option.value, value)) {
    return unknown_word(option.name, option.value, value);
  }
  std::string wrong = option.set(line_, value);
  if (wrong.empty()) {
    note_file(option.value, value);
  }
  return wrong;
}

std::string CommandParser::take_operand(const std::string& word) {
  const auto& operands = command_.operands;
  if (operands_ == operands.size() && (operands.empty() || !operands.back().repeats)) {
    return surplus_operand(command_, word, line_);
  }
  const Operand& operand = operands_ < operands.size() ? operands[operands_++] : operands.back();
  if (!is_allowed(operand.value, word)) {
    return unknown_word(fmt::format("dps {}", command_.name), operand.value, word);
  }
  std::string wrong = operand.set(line_, word);
  if (wrong.empty()) {
    note_file(operand.value, word);
  }
  return wrong;
}

const Option* CommandParser::find_option(std::string_view name) const {
  const auto is_named = [&](const Option* option) {
    return option->name == name || (!option->short_name.empty() && option->short_name == name);
  };
  for (const std::span<const Option* const> options :
       {std::span<const Option* const>(command_.options), common_options()}) {
    if (const auto found = std::find_if(options.begin(), options.end(), is_named);
        found != options.end()) {
      return *found;
    }
  }
  return nullptr;
}

void CommandParser::note_file(const Value& kind, const std::string& path) {
  if (kind.kind == ValueKind::kInput) {
    line_.inputs.push_back({std::string(kind.role), path});
  } else if (kind.kind == ValueKind::kMachine) {
    line_.inputs.push_back({std::string(kind.role), machine_path(path)});
  } else if (kind.kind == ValueKind::kOutput) {
    line_.outputs.push_back({std::string(kind.role), path});
  }
}

}  // namespace dps::coordinator
