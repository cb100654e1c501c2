/// The sources of this tree and their includes, for the tests of its layers and conventions.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dps::layering {

/// The folder of the checkout.
const std::filesystem::path& root();

/// The rooms, in levels: a room includes only rooms of the levels before its own.
const std::vector<std::vector<std::string>>& levels();

/// All rooms, in the order of their levels.
std::vector<std::string> rooms();

/// The files below a folder of the tree, sorted, as paths relative to the root. Leaves out folders
/// of builds and hidden folders.
std::vector<std::string> files_below(const std::string& folder);

/// The C and C++ files of files_below().
std::vector<std::string> sources_below(const std::string& folder);

struct Include {
  std::string file;  ///< relative to the root
  int line;
  bool is_quoted;      ///< "…", not <…>
  std::string name;    ///< the text between the quotes or brackets
  std::string target;  ///< the file of the tree that is included, relative to the root, or ""
};

/// The includes of a source, in their order.
std::vector<Include> includes_of(const std::string& file);

/// The includes of all sources below a folder.
std::vector<Include> includes_below(const std::string& folder);

/// "base/text/scanner.cc:3: base/result.h", for failures of tests.
std::string described(const Include& include);

/// "base/text" of "base/text/scanner.cc".
std::string folder_of(const std::string& file);

}  // namespace dps::layering
