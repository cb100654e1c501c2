#include "base/file_identity.h"

#include <filesystem>
#include <system_error>

namespace dps {

std::string plain_path(const std::string& path) {
  return std::filesystem::path(path).lexically_normal().string();
}

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;  // a file does not exist
  return plain_path(a) == plain_path(b) || std::filesystem::equivalent(a, b, ignored);
}

}  // namespace dps
