#include "base/processes/temporary_folder.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "base/environment.h"
#include "base/printable.h"
#include "base/remainders.h"

namespace dps {

Result<TemporaryFolder> TemporaryFolder::make(const std::string& pattern) {
  constexpr int kMostTries = 100;
  for (int tries = 0; tries < kMostTries; ++tries) {
    std::string path = pattern;
    if (::mkdtemp(path.data()) == nullptr) {
      break;
    }
    Descriptor lock(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock.is_open() && errno != ENOENT) {
      const int cause = errno;
      ::rmdir(path.c_str());
      errno = cause;
      break;
    }
    if (lock.is_open() && lock_temporary(lock.get(), path)) {
      return TemporaryFolder(std::move(path), std::move(lock));
    }
  }
  return failure(ErrorCode::kSystem, std::strerror(errno));
}

Result<TemporaryFolder> TemporaryFolder::make_marked(std::string_view name) {
  const std::string parent = environment_variable("TMPDIR", "/tmp");
  auto folder = make(parent + "/dps-" + std::string(name) + "-XXXXXX");
  if (!folder) {
    return failure(ErrorCode::kSystem, "cannot make a temporary folder in '" + printable(parent) +
                                           "': " + folder.error().message);
  }
  std::ofstream(folder->path() + "/made-by-dps").flush();
  return folder;
}

TemporaryFolder::~TemporaryFolder() {
  if (!path_.empty()) {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
}

}  // namespace dps
