/// Runs dps as a user does: the program DPS_PROGRAM, which belongs to the build of the test.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/wait.h>

namespace dps::support {

struct Finished {
  int status = -1;
  std::string out;  ///< stdout; with "2>&1" among the arguments, stderr too
};

/// Runs a command in a shell.
inline Finished run_shell(const std::string& command) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // as in a container; otherwise without effect
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  Finished finished;
  FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) {
    return finished;
  }
  char bytes[4096];
  for (std::size_t got = 0; (got = fread(bytes, 1, sizeof bytes, pipe)) > 0;) {
    finished.out.append(bytes, got);
  }
  const int status = pclose(pipe);
  finished.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return finished;
}

/// Runs dps with the arguments, which a shell parses.
inline Finished run_dps(const std::string& arguments) {
  return run_shell(std::string("'") + DPS_PROGRAM + "' " + arguments);
}

}  // namespace dps::support
