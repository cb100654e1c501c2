/// The machine files that are installed with dps.
#pragma once

#include <string>
#include <vector>

namespace dps::commands {

struct LibraryMachine {
  std::string name;  ///< "laptop"
  std::string path;
};

/// The folder of the library: share/dps/machines beside the folder of this program, in an
/// installation and in a build tree.
std::string library_folder();

/// Returns the machines, sorted by name; empty if there is no library.
std::vector<LibraryMachine> library_machines();

/// The path for an argument of --machine: that file if it exists, else the library's machine of
/// that name, else the argument itself.
std::string machine_path(const std::string& word);

/// The argument of --machine in the form in which sweeps store it: "m.toml" for a file "./m.toml"
/// or "a/../m.toml", other arguments as they are.
std::string machine_name(const std::string& word);

/// "no library of machines: dps looked in '...', which does not exist".
std::string no_library_text();

/// The end of the error for an argument that is neither: "; did you mean 'laptop'?", or the command
/// that lists the names, or the folder in which dps looked if there is no library.
std::string machine_suggestion(const std::string& word);

}  // namespace dps::commands
