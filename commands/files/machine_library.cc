#include "commands/files/machine_library.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/file_bytes.h"
#include "base/file_identity.h"
#include "base/printable.h"
#include "base/suggestion.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

bool is_machine_file(const fs::path& path) {
  return path.extension() == ".toml" || path.extension() == ".arch" || path.extension() == ".par";
}

}  // namespace

std::string library_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  return (program.parent_path().parent_path() / "share/dps/machines").string();
}

std::vector<LibraryMachine> library_machines() {
  std::vector<LibraryMachine> machines;
  std::error_code error;
  for (auto entry = fs::directory_iterator(library_folder(), error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (is_machine_file(entry->path())) {
      machines.push_back({entry->path().stem().string(), entry->path().string()});
    }
  }
  std::sort(machines.begin(), machines.end(),
            [](const auto& a, const auto& b) { return a.name < b.name; });
  return machines;
}

std::string machine_path(const std::string& word) {
  std::error_code error;
  const fs::file_status status = fs::status(word, error);
  if (word == kStandardStream || (fs::exists(status) && !fs::is_directory(status))) {
    return word;
  }
  for (const LibraryMachine& machine : library_machines()) {
    if (word == machine.name || word == fs::path(machine.path).filename()) {
      return machine.path;
    }
  }
  return word;
}

std::string machine_name(const std::string& word) {
  std::error_code error;
  std::string plain = plain_path(word);
  return fs::equivalent(word, plain, error) ? plain : word;  // a/.. may follow a link
}

std::string no_library_text() {
  const std::string folder = library_folder();
  std::error_code error;
  return fmt::format("there is no library of machines: dps looked in '{}', which {}",
                     printable(folder),
                     fs::exists(folder, error) ? "has no machine file" : "does not exist");
}

std::string machine_suggestion(const std::string& word) {
  std::vector<std::string> names;
  for (const LibraryMachine& machine : library_machines()) {
    names.push_back(machine.name);
  }
  if (names.empty()) {
    return "; " + no_library_text();
  }
  const auto near = nearest(fs::path(word).stem().string(), names);
  return near ? "; did you mean '" + *near + "'?"
              : "; 'dps machine list' lists the machines of the library";
}

}  // namespace dps::commands
