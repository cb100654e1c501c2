/// The machine files that come with dps.
#pragma once

#include <string>
#include <vector>

namespace dps::coordinator {

struct LibraryMachine {
  std::string name;  ///< "laptop"
  std::string path;
};

/// The folder of the library: share/dps/machines beside the folder of this program, in an
/// installation and in a build tree.
std::string library_folder();

/// In the order of their names; empty if there is no library.
std::vector<LibraryMachine> library_machines();

/// The file that a word of --machine names: a file of that name, else a machine of the library,
/// else the word.
std::string machine_path(const std::string& word);

/// For a word that names neither: "; did you mean 'laptop'?", or where to find the names.
std::string machine_suggestion(const std::string& word);

}  // namespace dps::coordinator
