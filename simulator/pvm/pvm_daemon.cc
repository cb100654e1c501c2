#include "simulator/pvm/pvm_daemon.h"

#include <cstdio>

#include <unistd.h>

#include "base/environment.h"
#include "base/processes/new_process.h"

namespace dps::simulator {

void become_pvm_daemon(const std::vector<std::string>& arguments) {
  // Source: pvmd(1), and the file list of Debian's package pvm.
  const std::string program = environment_variable("PVM_ROOT", "/usr/lib/pvm3") + "/lib/pvmd";
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  execv(program.c_str(), exec_arguments(words).data());
  std::fprintf(stderr, "cannot execute %s: install PVM there (Debian: pvm)\n", program.c_str());
  _exit(kCannotExecute);
}

}  // namespace dps::simulator
