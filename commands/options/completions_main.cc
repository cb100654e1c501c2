// dps-completions FOLDER: writes the completion scripts of dps, when dps is built.
#include <cstdio>
#include <fstream>
#include <string>

#include "commands/options/completions.h"

namespace {

bool write(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  return file.good();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: dps-completions FOLDER\n", stderr);
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/";
  const bool is_written = write(folder + "dps.bash", dps::coordinator::bash_completion()) &&
                          write(folder + "_dps", dps::coordinator::zsh_completion()) &&
                          write(folder + "dps.fish", dps::coordinator::fish_completion());
  return is_written ? 0 : 1;
}
