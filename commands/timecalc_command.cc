#include "commands/timecalc_command.h"

#include <array>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include <unistd.h>

#include "base/byte_order_mark.h"
#include "base/printable.h"
#include "commands/options/option.h"
#include "commands/sheets/sheet_input.h"
#include "predictor/datasheets/timecalc/timecalc_answer.h"

namespace dps::commands {
namespace {

constexpr std::string_view kHelp =
    "NAME P D   the time of a function with P processes and D elements, or as many as fill 64KiB\n"
    "functions  the functions of this sheet\n"
    "quit       end, as Ctrl-D does\n";

/// A dialogue at a terminal, or questions and answers in pipes.
class Timecalc {
 public:
  Timecalc(const TimecalcOptions& given, const OpenedSheet& opened)
      : given_(given),
        opened_(opened),
        path_(given.path.empty() ? machines::FunctionPath::kAny : machines::FunctionPath::kHost) {}

  ExitStatus answer(std::span<const std::string> words, bool is_alone);
  ExitStatus answer_all();

 private:
  ExitStatus reply(const std::string& question);
  [[nodiscard]] std::string functions() const;

  const TimecalcOptions& given_;  // borrowed
  const OpenedSheet& opened_;     // borrowed
  machines::FunctionPath path_;
  bool is_over_ = false;
};

ExitStatus Timecalc::answer(std::span<const std::string> words, bool is_alone) {
  const auto answer = datasheets::answer_of(opened_.sheet, opened_.name, path_, words);
  if (!answer) {
    return print_error(answer.error().message, ExitStatus::kInputWrong, given_.common.color);
  }
  if (!answer->warning.empty()) {
    print_warning(given_.common, answer->warning);
  }
  return print_output(given_.output.format == Format::kJson ? datasheets::json_of(*answer, is_alone)
                                                            : datasheets::text_of(*answer),
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
  const auto words = datasheets::words_of(question);
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

/// Answers all questions. A wrong one fails the command, except in the dialogue at a terminal.
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
    const ExitStatus replied = reply(std::string(without_byte_order_mark(question)));
    if (replied == ExitStatus::kIncomplete) {
      return replied;  // nobody reads the answers
    }
    status = replied == ExitStatus::kDone || is_dialogue ? status : replied;
    prompt(is_over_ ? "" : "> ");
  }
  prompt(is_over_ ? "" : "\n");
  return status;
}

ExitStatus answer_questions(const TimecalcOptions& given) {
  const auto opened = open_sheet(given.sheet, given.common);
  if (!opened) {
    return ExitStatus::kInputWrong;
  }
  Timecalc timecalc(given, *opened);
  return given.question.empty() ? timecalc.answer_all() : timecalc.answer(given.question, true);
}

}  // namespace

Syntax TimecalcOptions::syntax() {
  static constexpr std::array<std::string_view, 1> kPaths{"host"};
  Syntax syntax;
  syntax.operands = {{{"SHEET", ValueKind::kMachine, "the data sheet"},
                      "a data sheet, or one that 'dps machine list' lists",
                      into(sheet)},
                     {{"NAME [P] [D]"},
                      "the function, processes, and elements or a size such as 64KiB; without it, "
                      "such lines are read from standard input",
                      append_to(question),
                      true,
                      true,
                      true}};
  syntax.add({check_format_option(output),
              {"--path",
               "",
               {"PATH", ValueKind::kText, "", kPaths},
               "host: the equations between processes of one host",
               into(path)}});
  return syntax;
}

Command timecalc_command() {
  return {"timecalc",
          CommandGroup::kMachines,
          "Print the time of a function of a message-passing library by a data sheet",
          prepare<TimecalcOptions, answer_questions>,
          {{"dps timecalc cray_t3d bcast 16 1000", "a broadcast to 16 processes"},
           {"dps timecalc lab.toml", "queries at the terminal"}},
          {"sheet", "cost", "costs"}};
}

}  // namespace dps::commands
