#include "commands/options/command_parser.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/files/machine_library.h"
#include "commands/files/output_file.h"
#include "commands/options/command_mistakes.h"

namespace dps::commands {
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
    if (may_be_option && words[0] == "--" && syntax_.program != nullptr && operands_ == 0) {
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
      operands_ < syntax_.operands.size() && !syntax_.operands[operands_].is_optional;
  return lacks_operand ? missing_operand(command_, syntax_, syntax_.operands[operands_]) : "";
}

std::string CommandParser::take_program(Words words) {
  if (words.empty()) {
    return fmt::format("-- needs a command, as in: dps {} -- mpirun -n 4 ./app", command_.name);
  }
  syntax_.program->assign(words.begin(), words.end());
  for (const Option* option : given_) {
    if (std::string wrong = refused_with_program(syntax_, *option); !wrong.empty()) {
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
  const Option* option = syntax_.find(name);
  if (option == nullptr) {
    return starts_ranks(first_operand_)
               ? misplaced_program(command_, syntax_, first_operand_)
               : unknown_option(table_, command_, syntax_, is_long ? name : word);
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
  if (words.empty() || syntax_.find(words[0]) != nullptr) {
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
  std::string wrong = option.set(value);
  if (wrong.empty()) {
    note_file(option.value, value);
  }
  return wrong;
}

std::string CommandParser::take_operand(const std::string& word) {
  const auto& operands = syntax_.operands;
  first_operand_ = first_operand_.empty() ? word : first_operand_;
  if (operands_ == operands.size() && (operands.empty() || !operands.back().repeats)) {
    return surplus_operand(table_, command_, syntax_, {first_operand_, word});
  }
  const Operand& operand = operands_ < operands.size() ? operands[operands_++] : operands.back();
  if (!is_allowed(operand.value, word)) {
    return unknown_word(fmt::format("dps {}", command_.name), operand.value, word);
  }
  std::string wrong = operand.set(word);
  if (wrong.empty()) {
    note_file(operand.value, word);
  }
  return wrong;
}

void CommandParser::note_file(const Value& kind, const std::string& path) {
  if (kind.kind == ValueKind::kInput) {
    common_.inputs.push_back({std::string(kind.role), path});
  } else if (kind.kind == ValueKind::kMachine) {
    common_.inputs.push_back({std::string(kind.role), machine_path(path)});
  } else if (kind.kind == ValueKind::kOutput) {
    const bool is_stdout = kind.role == "-o" && names_stdout(path);
    common_.outputs.push_back(
        {std::string(kind.role), is_stdout ? std::string(kStandardStream) : path});
  }
}

}  // namespace dps::commands
