// dps timecalc: the times of functions by the equations of a data sheet.
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "base/printable.h"
#include "commands/cli/command_output.h"
#include "commands/commands.h"
#include "commands/sheets/sheet_input.h"
#include "commands/sheets/timecalc_answer.h"

namespace dps::coordinator {
namespace {

constexpr std::string_view kHelp =
    "NAME P D   the time of a function with P processes and D elements, or as many as fill 64KiB\n"
    "functions  the functions of this sheet\n"
    "quit       the end, as Ctrl-D\n";

/// A dialogue at a terminal, or questions and answers in pipes.
class Timecalc {
 public:
  Timecalc(const CommandLine& line, const OpenedSheet& opened)
      : line_(line),
        opened_(opened),
        path_(line.sheet_path.empty() ? machines::FunctionPath::kAny
                                      : machines::FunctionPath::kHost) {}

  ExitStatus answer(std::span<const std::string> words, bool is_alone);
  ExitStatus answer_all();

 private:
  ExitStatus reply(const std::string& question);
  [[nodiscard]] std::string functions() const;

  const CommandLine& line_;    // borrowed
  const OpenedSheet& opened_;  // borrowed
  machines::FunctionPath path_;
  bool is_over_ = false;
};

ExitStatus Timecalc::answer(std::span<const std::string> words, bool is_alone) {
  const auto answer = answer_of(opened_.sheet, opened_.name, path_, words);
  if (!answer) {
    return print_error(answer.error().message, ExitStatus::kInputWrong, line_.color);
  }
  return print_output(line_.format == Format::kJson ? json_of(*answer, is_alone) : text_of(*answer),
                      ExitStatus::kDone);
}

std::string Timecalc::functions() const {
  std::string names;
  for (const machines::SheetFunction& function : opened_.sheet.functions) {
    names += printable(function.name) +
             (function.path == machines::FunctionPath::kHost ? "  (within a host)\n" : "\n");
  }
  return names;
}

ExitStatus Timecalc::reply(const std::string& question) {
  const auto words = words_of(question);
  if (words.empty() || words[0].starts_with('#')) {
    return ExitStatus::kDone;
  }
  if (words.size() == 1 && (words[0] == "quit" || words[0] == "exit")) {
    is_over_ = true;
    return ExitStatus::kDone;
  }
  if (words.size() == 1 && words[0] == "help") {
    return print_output(kHelp, ExitStatus::kDone);
  }
  return words.size() == 1 && words[0] == "functions" ? print_output(functions(), ExitStatus::kDone)
                                                      : answer(words, false);
}

/// At a terminal, wrong questions are part of a dialogue; in a pipe they fail the command.
ExitStatus Timecalc::answer_all() {
  const bool is_dialogue = isatty(STDIN_FILENO) == 1;
  std::FILE* const prompts = isatty(STDOUT_FILENO) == 1 ? stdout : stderr;
  const auto prompt = [&](const char* text) {
    if (is_dialogue) {
      std::fputs(text, prompts);
      std::fflush(prompts);
    }
  };
  ExitStatus status = ExitStatus::kDone;
  std::string question;
  prompt("Enter <name> <groupsize> <datasize>\n> ");
  while (!is_over_ && std::getline(std::cin, question)) {
    const ExitStatus replied = reply(question);
    if (replied == ExitStatus::kIncomplete) {
      return replied;  // nobody reads the answers
    }
    status = replied == ExitStatus::kDone || is_dialogue ? status : replied;
    prompt(is_over_ ? "" : "> ");
  }
  prompt(is_over_ ? "" : "\n");
  return status;
}

}  // namespace

ExitStatus timecalc_command(const CommandLine& line) {
  const auto opened = open_sheet(line, line.machine);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  Timecalc timecalc(line, *opened);
  return line.question.empty() ? timecalc.answer_all() : timecalc.answer(line.question, true);
}

}  // namespace dps::coordinator
