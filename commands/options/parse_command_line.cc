#include "commands/options/parse_command_line.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/version.h"
#include "commands/files/named_files.h"
#include "commands/options/command_mistakes.h"
#include "commands/options/command_parser.h"
#include "commands/options/help_text.h"
#include "commands/options/option.h"
#include "commands/terminal/terminal_width.h"

namespace dps::commands {
namespace {

using options::ExitText;
using Words = std::span<const std::string>;
using Parsed = std::variant<std::unique_ptr<PreparedCommand>, ExitText>;

bool asks_for(Words words, std::string_view option, std::string_view short_option) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end, [&](const std::string& word) {
    return word == option || word == short_option;
  });
}

/// The position of the first word that is not an option of all commands.
std::size_t first_own_word(Words words) {
  std::size_t first = 0;
  while (first < words.size() && (words[first] == "--quiet" || words[first] == "-q" ||
                                  words[first].starts_with("--color"))) {
    first += words[first] == "--color" ? 2 : 1;
  }
  return std::min(first, words.size());
}

ExitText refuse(const std::string& why) {
  return {2, "dps: error: " + why + "\n"};
}

/// The reply to "dps help [COMMAND]" and "dps --help [COMMAND]".
ExitText help(CommandTable table, Words words) {
  if (words.empty()) {
    return {0, overview(table, terminal_width())};
  }
  if (words.size() > 1) {
    return refuse("dps help takes one command, got '" + printable(words[1]) + "', too");
  }
  const Command* command = find_command(table, words[0]);
  return command == nullptr
             ? refuse(unknown_command(table, words[0]))
             : ExitText{0, help_of(*command, command->prepare()->syntax(), terminal_width())};
}

/// Checks the files that the command line names.
std::string wrong_files(const CommonOptions& common) {
  return first_of({conflict(common.inputs, common.outputs), misspelt(common.inputs),
                   common.inputs_differ ? repeated(common.inputs) : ""});
}

/// Parses `words`, without the name of the command. `all`: the command line as given.
Parsed parse(CommandTable table, const Command& command, Words words,
             std::vector<std::string> all) {
  auto prepared = command.prepare();
  if (asks_for(words, "--help", "-h")) {
    return ExitText{0, help_of(command, prepared->syntax(), terminal_width())};
  }
  prepared->common().command = command.name;
  prepared->common().words = std::move(all);
  std::string wrong = CommandParser(table, command, *prepared).parse(words);
  if (!wrong.empty()) {
    return ExitText{2, fmt::format("dps: error: {}\nsee 'dps help {}'\n", wrong, command.name)};
  }
  wrong = prepared->check();
  wrong = wrong.empty() ? wrong_files(prepared->common()) : wrong;
  if (!wrong.empty()) {
    return refuse(wrong);
  }
  return prepared;
}

}  // namespace

Parsed parse_command_line(CommandTable table, int argc, const char* const* argv) {
  const std::vector<std::string> all(argv + 1, argv + argc);
  std::vector<std::string> words = all;
  const std::size_t first = first_own_word(words);
  if (first == words.size()) {
    return ExitText{
        2, "dps: error: no blueprint and no command\n\n" + overview(table, terminal_width())};
  }
  const std::string word = words[first];
  if (word == "--version" || word == "-V") {
    return ExitText{0, std::string("dps ") + dps_version() + "\n"};
  }
  if (word == "help" || word == "--help" || word == "-h") {
    return help(table, Words(words).subspan(first + 1));
  }
  if (const Command* command = find_command(table, word)) {
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(first));
    return parse(table, *command, words, all);
  }
  if (const std::string mistake = mistaken_command(table, word); !mistake.empty()) {
    return refuse(mistake);
  }
  return parse(table, *find_command(table, "run"), words, all);
}

}  // namespace dps::commands
