/// The file of a database, beside SQLite: its creation, its claims, and its removal.
#pragma once

#include <string>
#include <utility>

#include <sys/types.h>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps::sweeps {

/// Several processes may have the same file open; each holds a shared lock on one byte of it. The
/// destructor removes a file that open() has created, and the companions that SQLite has added to
/// it, unless keep() was called or another process has the file open.
class DatabaseFile {
 public:
  /// Opens a regular file, or creates an empty one. Errors: kInput; kSystem if the disk is full.
  static Result<DatabaseFile> open(const std::string& path);
  DatabaseFile() = default;
  DatabaseFile(DatabaseFile&&) noexcept = default;
  DatabaseFile& operator=(DatabaseFile&&) = delete;
  DatabaseFile(const DatabaseFile&) = delete;
  DatabaseFile& operator=(const DatabaseFile&) = delete;
  ~DatabaseFile();

  void keep() { is_new_ = false; }
  [[nodiscard]] int descriptor() const { return descriptor_.get(); }

 private:
  DatabaseFile(std::string path, Descriptor descriptor, bool is_new)
      : path_(std::move(path)), descriptor_(std::move(descriptor)), is_new_(is_new) {}

  std::string path_;
  Descriptor descriptor_;  // none after a move
  bool is_new_ = false;    // open() has created the file
};

/// The error for a file that cannot be a database.
std::string not_regular(const std::string& path);

/// Locks one byte of the file for this descriptor, without waiting. `type`: F_RDLCK, F_WRLCK or
/// F_UNLCK. Returns false with errno if it cannot.
bool lock_byte(int descriptor, short type, off_t at);

/// Returns true for the errno of a full disk, of a quota, or of the limit of the size of files.
bool is_full_disk(int error);

}  // namespace dps::sweeps
