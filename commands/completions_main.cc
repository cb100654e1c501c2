// dps-completions FOLDER: writes the completion scripts of dps, when dps is built.
#include <cstdio>
#include <fstream>
#include <string>

#include "commands/command_table.h"
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
  const auto table = dps::commands::command_table();
  const bool is_written = write(folder + "dps.bash", dps::commands::bash_completion(table)) &&
                          write(folder + "_dps", dps::commands::zsh_completion(table)) &&
                          write(folder + "dps.fish", dps::commands::fish_completion(table));
  return is_written ? 0 : 1;
}
