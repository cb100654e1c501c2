// The only source that includes CLI11, which is slow to compile.
#include "base/options/words.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <CLI/CLI.hpp>

namespace dps::options {
namespace {

/// Prevents CLI11 from interpreting a word itself.
constexpr char kProtection = '\x1f';

/// CLI11 ends the options of a command at "++", splits "[a,b]" into two operands, and takes the
/// next word for the value in "--name=".
std::string protected_word(const std::string& word) {
  if (word == "++" || word.starts_with('[')) {
    return kProtection + word;
  }
  return word.starts_with("--") && word.find('=') == word.size() - 1 ? word + kProtection : word;
}

std::string unprotected(std::string value) {
  std::erase(value, kProtection);
  return value;
}

bool is_named(const Option& option, std::string_view word) {
  return word == option.name || (!option.short_name.empty() && word == option.short_name);
}

const Option* find_named(std::span<const Option> options, std::string_view word) {
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return is_named(option, word); });
  return found == options.end() ? nullptr : &*found;
}

/// A parser of CLI11 with these options, and any number of operands.
class WordParser {
 public:
  explicit WordParser(std::span<const Option> options) {
    app_.set_help_flag();
    app_.allow_extras();
    for (const Option& option : options) {
      rows_[add(option)] = &option;
    }
    app_.add_option("operands", [](const CLI::results_t&) { return true; })
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->expected(-1);
  }

  /// Throws CLI::ParseError if the last option lacks its value.
  ParsedWords parse(std::span<const std::string> words) {
    std::vector<std::string> reversed;
    reversed.reserve(words.size());
    std::transform(words.rbegin(), words.rend(), std::back_inserter(reversed), protected_word);
    app_.parse(std::move(reversed));
    ParsedWords parsed;
    std::map<const CLI::Option*, std::size_t> taken;
    for (const CLI::Option* option : app_.parse_order()) {
      const auto row = rows_.find(option);
      const Option* known = row == rows_.end() ? nullptr : row->second;
      const std::string& value = option->results().at(taken[option]++);
      const bool is_flag = known != nullptr && known->value.name.empty();
      parsed.found.push_back({known, is_flag ? "" : unprotected(value)});
    }
    const auto unknown = app_.remaining();
    parsed.unknown = unknown.empty() ? "" : unprotected(unknown.front());
    return parsed;
  }

 private:
  /// A value is one word: by default, CLI11 lets an option that may be repeated take all words up
  /// to the next option.
  const CLI::Option* add(const Option& option) {
    std::string names(option.name);
    names += option.short_name.empty() ? "" : "," + std::string(option.short_name);
    CLI::Option* added = option.value.name.empty()
                             ? app_.add_flag(names)
                             : app_.add_option(names, [](const CLI::results_t&) { return true; });
    return added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)->allow_extra_args(false);
  }

  CLI::App app_;
  std::map<const CLI::Option*, const Option*> rows_;
};

/// CLI11 takes the option in "--level --seed" for the level. A value that is meant to look like an
/// option is attached: "--level=--seed".
const Option* without_value(std::span<const Option> options, std::span<const std::string> words,
                            const ParsedWords& parsed) {
  for (const auto& [option, value] : parsed.found) {
    if (option == nullptr || option->value.name.empty() || find_named(options, value) == nullptr) {
      continue;
    }
    for (auto word = words.begin(); std::next(word) != words.end(); ++word) {
      if (is_named(*option, *word) && *std::next(word) == value) {
        return option;
      }
    }
  }
  return nullptr;
}

/// CLI11 accepts "--quiet=true".
void find_surplus_value(std::span<const Option> options, std::span<const std::string> words,
                        ParsedWords& parsed) {
  for (const std::string& word : words) {
    const Option* option = find_named(options, word.substr(0, word.find('=')));
    if (option != nullptr && option->value.name.empty() && word.find('=') != std::string::npos) {
      parsed.surplus_value = option;
      parsed.surplus_word = word;
      return;
    }
  }
}

}  // namespace

ParsedWords parse_words(std::span<const Option> options, std::span<const std::string> words) {
  ParsedWords parsed;
  find_surplus_value(options, words, parsed);
  if (parsed.surplus_value != nullptr) {
    return parsed;
  }
  try {
    parsed = WordParser(options).parse(words);
  } catch (const CLI::ParseError&) {  // the words end where a value is expected
    parsed.lacks_value = words.empty() ? nullptr : find_named(options, words.back());
    return parsed;
  }
  parsed.lacks_value = without_value(options, words, parsed);
  return parsed;
}

bool is_forbidden(const Value& kind, const std::string& value) {
  return !kind.words.empty() &&
         std::find(kind.words.begin(), kind.words.end(), value) == kind.words.end();
}

}  // namespace dps::options
