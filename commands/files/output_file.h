/// The files that commands write. One that cannot be written is refused before the work begins, and
/// no file is ever written in part.
#pragma once

#include <string>
#include <string_view>

#include "base/descriptor.h"
#include "base/replace_file.h"
#include "base/result.h"
#include "commands/files/output_kind.h"

namespace dps::commands {

/// Replaces only a file of the same kind, unless it may replace any. Replaces a regular file as a
/// whole or not at all: writes and renames a new file in the same folder. The file keeps its mode
/// and owner; a symbolic link is followed. A pipe, a device and standard output ("-") are written
/// directly.
class OutputFile {
 public:
  /// Checks the target, and creates no file until commit(). Errors (kInput): the folder does not
  /// exist or is not writable, the file is not writable, or it is of another kind; then the message
  /// names --force.
  static Result<OutputFile> create(const std::string& path, OutputKind kind, Existing existing);
  /// Like the above, for a command that writes back the file that it has read.
  static Result<OutputFile> create(const std::string& path);

  [[nodiscard]] bool is_stdout() const;

  /// Writes all of `text`, with a mark if the kind has one and the file is a regular one; a
  /// regular file is flushed to the disk and then renamed. SIGINT, SIGTERM and SIGHUP wait until
  /// that is done. Errors (kSystem): those of write(2) and fsync(2), such as a full disk; those of
  /// rename(2), or that the target has become a file of another kind. The last two name the
  /// temporary file, which then stays.
  Result<void> commit(std::string_view text);
  /// Like the above, for a file that is written in pieces: `write` gets its descriptor, and its
  /// errors are returned.
  using Write = WriteContent;
  Result<void> commit(const Write& write);

 private:
  OutputFile(std::string path, std::string target, Descriptor direct)
      : path_(std::move(path)), target_(std::move(target)), direct_(std::move(direct)) {}
  OutputFile(std::string path, std::string target, OutputKind kind, Existing existing)
      : path_(std::move(path)),
        target_(std::move(target)),
        kind_(std::move(kind)),
        existing_(existing) {}

  [[nodiscard]] std::string reason_to_keep() const;

  std::string path_;    // the path that the user gave
  std::string target_;  // the regular file behind it; empty: written directly
  OutputKind kind_;     // the kind of a regular file
  Existing existing_ = Existing::kAny;
  Descriptor direct_;  // a pipe or a device; none: standard output, if there is no target
};

/// Returns true if the path is "-" or another name of standard output: /dev/stdout, or the file to
/// which it is redirected. Returns false for devices that store nothing, such as /dev/null.
bool names_stdout(const std::string& path);

/// Writes all of `text` to a descriptor. Errors (kSystem): those of write(2).
Result<void> write_all(int fd, std::string_view text);

}  // namespace dps::commands
