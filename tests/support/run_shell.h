/// Runs a command in a shell.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/wait.h>

namespace dps::support {

struct Finished {
  int status = -1;
  std::string out;  ///< stdout; with "2>&1" in the command, stderr too
};

/// Runs a command in a shell.
inline Finished run_shell(const std::string& command) {
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);  // needed by root, as in a container
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("PVM_ALLOW_ROOT", "1", 1);
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

}  // namespace dps::support
