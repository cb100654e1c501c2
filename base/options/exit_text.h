/// The end of a program by its command line alone.
#pragma once

#include <string>

namespace dps::options {

/// Text to print instead of carrying out a command: help and the like (status 0, on stdout), or an
/// error in the command line (status 2, on stderr).
struct ExitText {
  int status = 0;
  std::string text;
};

}  // namespace dps::options
