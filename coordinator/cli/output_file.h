/// The file that -o names: refused before the run if it cannot be written, and never half written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::coordinator {

/// A regular file appears under its name whole or not at all: it is written beside its place
/// (".NAME.XXXXXX") and renamed. Anything else that exists (a pipe,
/// a device) is written directly.
class OutputFile {
 public:
  /// Errors (kInput): the folder is missing or may not be written.
  static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  ///< removes what was not committed

  /// Writes all of `text`, flushes it to the disk and gives it its name. Errors (kSystem): the disk
  /// is full, or what write(2), fsync(2) and rename(2) say.
  Result<void> commit(std::string_view text);

 private:
  OutputFile(int fd, std::string path, std::string beside)
      : fd_(fd), path_(std::move(path)), beside_(std::move(beside)) {}
  void discard();

  int fd_ = -1;
  std::string path_;
  std::string beside_;  // empty: written directly
};

/// All of `text` to a descriptor, or the first error.
Result<void> write_all(int fd, std::string_view text);

}  // namespace dps::coordinator
