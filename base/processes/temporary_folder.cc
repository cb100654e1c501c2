#include "base/processes/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace dps {

Result<TemporaryFolder> TemporaryFolder::make(std::string pattern) {
  if (::mkdtemp(pattern.data()) == nullptr) {
    return failure(ErrorCode::kSystem, std::strerror(errno));
  }
  return TemporaryFolder(std::move(pattern));
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
}

}  // namespace dps
