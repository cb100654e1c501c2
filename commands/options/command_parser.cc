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

/// The mark before a word that begins with '-' and is not an option.
constexpr char kMark = '\x01';

std::string without_mark(const std::string& word) {
  return word.starts_with(kMark) ? word.substr(1) : word;
}

std::string first_operand(const options::ParsedWords& parsed) {
  const auto found = std::find_if(parsed.found.begin(), parsed.found.end(),
                                  [](const auto& word) { return word.option == nullptr; });
  return found == parsed.found.end() ? "" : found->value;
}

}  // namespace

std::vector<std::string> CommandParser::with_marked_operands(Words words) const {
  std::vector<std::string> marked(words.begin(), words.end());
  const auto& operands = syntax_.operands;
  std::size_t before = 0;  // words that do not begin with '-'
  for (std::string& word : marked) {
    if (word == "--" || operands.empty() || !operands.back().has_signs) {
      return marked;
    }
    const bool is_operand = before + 1 >= operands.size() && word.size() > 1 && word[0] == '-' &&
                            word[1] != '-' && syntax_.find(word.substr(0, 2)) == nullptr;
    before += word.starts_with('-') ? 0 : 1;
    word.insert(0, is_operand ? 1 : 0, kMark);
  }
  return marked;
}

std::string CommandParser::parse(Words given) {
  const auto marked = with_marked_operands(given);
  const Words words(marked);
  const auto dashes = std::find(words.begin(), words.end(), "--");
  const auto parsed = options::parse_words(syntax_.options, Words(words.begin(), dashes));
  first_operand_ = first_operand(parsed);
  std::string wrong = mistake_in(parsed);
  for (auto word = parsed.found.begin(); word != parsed.found.end() && wrong.empty(); ++word) {
    const std::string value = without_mark(word->value);
    wrong = word->option != nullptr ? store(*word->option, value) : take_operand(value);
  }
  if (wrong.empty() && dashes != words.end()) {
    wrong = take_rest(Words(dashes + 1, words.end()));
  }
  const bool lacks_operand = operands_ < syntax_.operands.size() &&
                             !syntax_.operands[operands_].is_optional && !has_program_;
  return wrong.empty() && lacks_operand
             ? missing_operand(command_, syntax_, syntax_.operands[operands_])
             : wrong;
}

std::string CommandParser::mistake_in(const options::ParsedWords& parsed) const {
  const auto is_option = [](const options::FoundWord& word) {  // such as "-1"
    return word.option == nullptr && word.value.size() > 1 && word.value.starts_with('-');
  };
  const auto stray = std::find_if(parsed.found.begin(), parsed.found.end(), is_option);
  const std::string& unknown = stray == parsed.found.end() ? parsed.unknown : stray->value;
  if (!unknown.empty()) {
    return starts_ranks(first_operand_)
               ? misplaced_program(command_, syntax_, first_operand_)
               : unknown_option(table_, command_, syntax_, unknown.substr(0, unknown.find('=')));
  }
  if (parsed.surplus_value != nullptr) {
    return fmt::format("{} takes no value, got '{}'", parsed.surplus_value->name,
                       printable(parsed.surplus_word));
  }
  return parsed.lacks_value != nullptr
             ? fmt::format("{0} needs a value: {0} {1}", parsed.lacks_value->name,
                           parsed.lacks_value->value.name)
             : "";
}

std::string CommandParser::take_rest(Words words) {
  if (syntax_.program != nullptr && operands_ == 0) {
    return take_program(words);
  }
  if (syntax_.program != nullptr && !words.empty()) {
    return fmt::format("'{}' is a blueprint, and '{}' after -- a program: dps {} takes one of them",
                       printable(first_operand_), printable(words.front()), command_.name);
  }
  std::string wrong;
  for (auto word = words.begin(); word != words.end() && wrong.empty(); ++word) {
    wrong = take_operand(*word);
  }
  return wrong;
}

std::string CommandParser::take_program(Words words) {
  has_program_ = true;
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

std::string CommandParser::store(const Option& option, const std::string& value) {
  if (!given_.insert(&option).second && !option.repeats && !option.value.name.empty()) {
    return fmt::format("{} is given twice", option.name);
  }
  if (options::is_forbidden(option.value, value)) {
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
  if (options::is_forbidden(operand.value, word)) {
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
