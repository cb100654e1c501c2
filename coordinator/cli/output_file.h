/// The file of -o: an unwritable one is refused before the run, and it is never half written.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace dps::coordinator {

/// A regular file appears under its name whole or not at all: a temporary file in the same folder
/// (".NAME.XXXXXX") is written and renamed. A pipe or a device is written directly.
class OutputFile {
 public:
  /// Errors (kInput): the folder is missing or may not be written.
  static Result<OutputFile> create(const std::string& path);

  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();  ///< removes the temporary file if it was not committed

  /// Writes all of `text`, flushes it to the disk and renames the file. Errors (kSystem): those of
  /// write(2), fsync(2) and rename(2), such as a full disk.
  Result<void> commit(std::string_view text);

 private:
  OutputFile(int fd, std::string path, std::string temporary)
      : fd_(fd), path_(std::move(path)), temporary_(std::move(temporary)) {}
  void discard();

  int fd_ = -1;
  std::string path_;
  std::string temporary_;  // empty: written directly
};

/// Writes all of `text` to a descriptor. Errors (kSystem): those of write(2).
Result<void> write_all(int fd, std::string_view text);

}  // namespace dps::coordinator
