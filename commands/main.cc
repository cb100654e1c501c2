// The program dps: the table of its commands.
#include <array>
#include <csignal>
#include <cstdio>
#include <exception>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "commands/cli/command_output.h"
#include "commands/commands.h"
#include "commands/options/parse_command_line.h"

namespace {

using dps::coordinator::CommandLine;
using dps::coordinator::ExitStatus;

struct Command {
  std::string_view name;
  ExitStatus (*run)(const CommandLine&);
};

constexpr std::array kCommands{Command{"run", dps::coordinator::run_command},
                               Command{"predict", dps::coordinator::predict_command},
                               Command{"sweep", dps::coordinator::sweep_command},
                               Command{"model", dps::coordinator::model_command},
                               Command{"calibrate", dps::coordinator::calibrate_command},
                               Command{"datasheet", dps::coordinator::datasheet_command},
                               Command{"check", dps::coordinator::check_command},
                               Command{"graph", dps::coordinator::graph_command},
                               Command{"hosts", dps::coordinator::hosts_command},
                               Command{"machine", dps::coordinator::machine_command},
                               Command{"timecalc", dps::coordinator::timecalc_command},
                               Command{"profile", dps::coordinator::profile_command},
                               Command{"compare", dps::coordinator::compare_command},
                               Command{"trace", dps::coordinator::trace_command},
                               Command{"report", dps::coordinator::report_command},
                               Command{"surface", dps::coordinator::surface_command}};

ExitStatus reply(const dps::coordinator::Reply& reply) {
  if (reply.status == 0) {
    return dps::coordinator::print_output(reply.text, ExitStatus::kDone);
  }
  constexpr std::string_view kMark = "dps: error: ";
  if (reply.text.starts_with(kMark)) {
    const std::string_view text = reply.text;
    return dps::coordinator::print_error(text.substr(kMark.size(), text.size() - kMark.size() - 1),
                                         ExitStatus::kInputWrong);
  }
  fmt::print(stderr, "{}", reply.text);
  return ExitStatus::kInputWrong;
}

ExitStatus run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is an error of write(2)
  const auto parsed = dps::coordinator::parse_command_line(argc, argv);
  if (const auto* text = std::get_if<dps::coordinator::Reply>(&parsed)) {
    return reply(*text);
  }
  const auto& line = std::get<CommandLine>(parsed);
  for (const Command& command : kCommands) {
    if (command.name == line.command) {
      return command.run(line);
    }
  }
  return ExitStatus::kInputWrong;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& unexpected) {  // of a library, since dps does not throw
    std::fprintf(stderr, "dps: error: unexpected: %s; please report this\n", unexpected.what());
    return static_cast<int>(ExitStatus::kFailed);
  }
}
