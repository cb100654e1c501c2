#include "simulator/pvm/pvm_daemon.h"

#include <cstdio>
#include <cstdlib>

#include <unistd.h>

namespace dps::simulator {
namespace {

constexpr int kNotFound = 127;

}  // namespace

void become_pvm_daemon(std::vector<std::string> arguments) {
  const char* const root = std::getenv("PVM_ROOT");
  std::string program =
      root != nullptr ? std::string(root) + "/lib/pvmd" : "/usr/lib/pvm3/lib/pvmd";
  std::vector<char*> argv{program.data()};
  for (std::string& argument : arguments) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  execv(program.c_str(), argv.data());
  std::fprintf(stderr, "cannot execute %s: install PVM there (Debian: pvm)\n", program.c_str());
  _exit(kNotFound);
}

}  // namespace dps::simulator
