/// Which file a path names.
#pragma once

#include <string>

namespace dps {

/// The path without parts that do not change it, such as "./". Links are not followed.
std::string plain_path(const std::string& path);

/// True if the path leads to a file or a folder; false, too, if that cannot be found out.
bool is_there(const std::string& path);

/// True if the plain paths are equal, or if both paths lead to one file that exists.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace dps
