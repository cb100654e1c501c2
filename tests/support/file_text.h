/// Reads a file for a test.
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace dps {

/// The bytes of the file; empty for one that cannot be read, such as a file in /proc whose process
/// has just ended.
inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace dps
