/// The comparison of files by their paths.
#pragma once

#include <string>

namespace dps {

/// The path without parts that do not change it, such as "./". Links are not followed.
std::string plain_path(const std::string& path);

/// True if the plain paths are equal, or if both paths lead to one file that exists.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace dps
