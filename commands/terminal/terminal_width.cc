#include "commands/terminal/terminal_width.h"

#include <cstdint>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/text/quantities.h"

namespace dps::commands {

std::size_t terminal_width() {
  for (const int fd : {STDOUT_FILENO, STDERR_FILENO}) {
    winsize size{};
    if (::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
      return size.ws_col;
    }
  }
  return text::read_whole(environment_variable("COLUMNS"), {"COLUMNS", 1, UINT16_MAX}).value_or(80);
}

}  // namespace dps::commands
