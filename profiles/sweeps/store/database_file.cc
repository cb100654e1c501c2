#include "profiles/sweeps/store/database_file.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"

namespace dps::sweeps {
namespace {

/// The byte that each process locks while it has the file open; above those that SQLite locks, and
/// below those of claims.
constexpr off_t kUse = (off_t{1} << 40) - 1;

bool set_lock(int descriptor, int command, short type, off_t at) {
  struct flock byte {};
  byte.l_type = type;
  byte.l_whence = SEEK_SET;
  byte.l_start = at;
  byte.l_len = 1;
  return ::fcntl(descriptor, command, &byte) == 0;
}

/// Returns true if the path leads to the open file: another process may have removed it.
bool leads_to(const std::string& path, int descriptor) {
  struct stat named {};
  struct stat opened {};
  return ::stat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

}  // namespace

std::string not_regular(const std::string& path) {
  return fmt::format("'{}' is not a regular file; a sweep needs a database file", printable(path));
}

bool lock_byte(int descriptor, short type, off_t at) {
  return set_lock(descriptor, F_OFD_SETLK, type, at);
}

bool is_full_disk(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

Result<DatabaseFile> DatabaseFile::open(const std::string& path) {
  constexpr int kMostTries = 100;  // one more each time that another process removes the file
  constexpr mode_t kMode = 0644;   // that of SQLite
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode)) {
    return failure(ErrorCode::kInput, not_regular(path));
  }
  for (int tries = 0; tries < kMostTries; ++tries) {
    Descriptor made(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, kMode));
    const bool is_new = made.is_open();
    const bool exists = is_new || errno == EEXIST;
    Descriptor descriptor =
        is_new || !exists ? std::move(made)
                          : Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode));
    if (!descriptor.is_open()) {
      const int error = errno;
      return failure(is_full_disk(error) ? ErrorCode::kSystem : ErrorCode::kInput,
                     fmt::format("cannot {} '{}': {}", exists ? "write" : "open", printable(path),
                                 std::strerror(error)));
    }
    set_lock(descriptor.get(), F_OFD_SETLKW, F_RDLCK, kUse);
    if (leads_to(path, descriptor.get())) {
      return DatabaseFile(path, std::move(descriptor), is_new);
    }
  }
  return failure(ErrorCode::kSystem,
                 fmt::format("cannot open '{}': other processes remove it", printable(path)));
}

DatabaseFile::~DatabaseFile() {
  const bool is_alone = is_new_ && descriptor_.is_open() &&
                        lock_byte(descriptor_.get(), F_WRLCK, kUse) &&
                        leads_to(path_, descriptor_.get());
  if (is_alone) {
    for (const char* companion : {"-wal", "-shm", "-journal", ""}) {
      ::unlink((path_ + companion).c_str());
    }
  }
}

}  // namespace dps::sweeps
