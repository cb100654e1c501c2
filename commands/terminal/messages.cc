#include "commands/terminal/messages.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "commands/files/output_file.h"

namespace dps::commands {
namespace {

/// "dps: error: …" or "dps: warning: …".
std::string message_line(Severity severity, std::string_view text, Color color) {
  return render({"dps", ""}, {{severity, {}, std::string(text), {}}},
                {.color = use_color(color, STDERR_FILENO)});
}

}  // namespace

ExitStatus print_output(std::string_view text, ExitStatus status) {
  const auto written = write_all(STDOUT_FILENO, text);
  if (!written) {
    if (errno != EPIPE) {
      print_error("cannot write to standard output: " + written.error().message,
                  ExitStatus::kIncomplete);
    }
    return ExitStatus::kIncomplete;
  }
  return status;
}

std::string error_line(std::string_view text, Color color) {
  return message_line(Severity::kError, text, color);
}

std::string warning_line(std::string_view text, Color color) {
  return message_line(Severity::kWarning, text, color);
}

ExitStatus print_error(std::string_view text, ExitStatus status, Color color) {
  fmt::print(stderr, "{}", error_line(text, color));
  return status;
}

ExitStatus print_unmet(const std::vector<std::string>& unmet, ExitStatus status, Color color) {
  for (const std::string& text : unmet) {
    print_error(text, ExitStatus::kFailed, color);
  }
  return unmet.empty() || status != ExitStatus::kDone ? status : ExitStatus::kFailed;
}

void print_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) {
    fmt::print(stderr, "dps: note: {}\n", printable(note));
  }
}

bool use_color(Color color, int fd) {
  if (color != Color::kAuto) {
    return color == Color::kAlways;
  }
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(fd) == 1 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace dps::commands
