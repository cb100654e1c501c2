/// Finds programs in the folders of PATH.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace dps {

/// The folders of a value of PATH, in their order. An empty part is the working directory, ".".
std::vector<std::string> path_folders(std::string_view search_path);

/// The files that a name without a slash may refer to, one in each folder of the value of PATH.
std::vector<std::filesystem::path> files_in_path(std::string_view name,
                                                 std::string_view search_path);

/// True if the file is a regular one that this process may execute.
bool is_program(const std::filesystem::path& file);

/// The file that the shell would execute for this word: a word with a slash is a path, another one
/// is searched for in PATH. "" if there is none, or it cannot be executed.
std::string find_in_path(const std::string& word);

}  // namespace dps
