// The program dps: parses the command line and runs the command that it names.
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <string_view>
#include <variant>

#include <boost/system/system_error.hpp>
#include <fmt/format.h>

#include "commands/command_table.h"
#include "commands/options/parse_command_line.h"
#include "commands/studio/prediction_worker.h"
#include "commands/terminal/messages.h"

namespace {

using dps::ExitStatus;
using dps::commands::PreparedCommand;
using dps::options::ExitText;

ExitStatus print(const ExitText& reply) {
  if (reply.status == 0) {
    return dps::commands::print_output(reply.text, ExitStatus::kDone);
  }
  constexpr std::string_view kMark = "dps: error: ";
  if (reply.text.starts_with(kMark)) {
    const std::string_view text = reply.text;
    return dps::commands::print_error(text.substr(kMark.size(), text.size() - kMark.size() - 1),
                                      ExitStatus::kInputWrong);
  }
  fmt::print(stderr, "{}", reply.text);
  return ExitStatus::kInputWrong;
}

ExitStatus run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // write(2) to a closed pipe returns an error
  // So does a write to a file that becomes too large. Programs that dps starts do not inherit a
  // function.
  std::signal(SIGXFSZ, [](int /*signal*/) {});
  if (argc == 2 && std::string_view(argv[1]) == dps::commands::kStudioWorker) {
    return dps::commands::serve_predictions();
  }
  const auto parsed = dps::commands::parse_command_line(dps::commands::command_table(), argc, argv);
  if (const auto* reply = std::get_if<ExitText>(&parsed)) {
    return print(*reply);
  }
  return std::get<std::unique_ptr<PreparedCommand>>(parsed)->run();
}

/// Prints an exception, which a library has thrown, since dps does not throw.
void print_unexpected(const std::exception& unexpected) {
  const auto* failed = dynamic_cast<const boost::system::system_error*>(&unexpected);
  if (failed != nullptr && failed->code().value() == EMFILE) {
    std::fputs("dps: error: dps needs more open files; raise the limit (ulimit -n)\n", stderr);
    return;
  }
  std::fprintf(stderr, "dps: error: unexpected: %s; please report this\n", unexpected.what());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return static_cast<int>(run(argc, argv));
  } catch (const std::exception& unexpected) {
    print_unexpected(unexpected);
    return static_cast<int>(ExitStatus::kFailed);
  }
}
