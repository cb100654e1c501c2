/// A text that pages edit, and its file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

#include "base/result.h"
#include "studio/files/start_folder.h"

namespace dps::studio {

/// The state of a file on the disk, without its content.
struct FileState {
  bool exists = false;
  ino_t inode = 0;
  off_t size = 0;
  std::int64_t changed_ns = 0;

  bool operator==(const FileState&) const = default;  // NOLINT(modernize-use-nullptr)
};

/// The state of a file; for a file that cannot be accessed, the state of a missing one.
FileState state_of(const std::string& path);

class EditedFile {
 public:
  /// Opens `named_path`, the file of the command line, which may be anywhere. If it is empty, opens
  /// `path` beneath the folder or, if that is empty, a text without a file. `folder` is borrowed.
  /// Errors (kInput): the file cannot be read; those of StartFolder.
  static Result<EditedFile> open(const StartFolder& folder, std::string path,
                                 std::string named_path);

  /// The path that pages use; "" if the text has no file.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_new() const { return !on_disk_; }
  /// "file:///…", or "untitled:blueprint".
  [[nodiscard]] std::string uri() const;

  /// A descriptor of its folder, and its path, with the rule of `dps run`: the folder of a link,
  /// not of its target. For a text without a file, the start folder. Errors (kInput): the folder
  /// cannot be opened.
  [[nodiscard]] Result<OpenFolder> folder() const;

  /// Replaces the file as a whole or not at all. Returns false, without writing, if another program
  /// has changed it and `force` is false. Errors: those of StartFolder and replace_file().
  Result<bool> save(std::string_view text, bool force);

  /// Returns true once after each change by another program.
  bool has_changed();
  /// The last known content on the disk; nullopt if there is no file.
  [[nodiscard]] const std::optional<std::string>& on_disk() const { return on_disk_; }

 private:
  EditedFile(const StartFolder& folder, std::string path, std::string named_path)
      : folder_(&folder), path_(std::move(path)), named_path_(std::move(named_path)) {}

  [[nodiscard]] std::string whole_path() const;
  using Read = Result<std::string> (StartFolder::*)(std::string_view, bool&) const;
  [[nodiscard]] Result<std::optional<std::string>> read(Read beneath) const;
  [[nodiscard]] Result<void> write(std::string_view text) const;
  [[nodiscard]] FileState state() const;

  const StartFolder* folder_;
  std::string path_;
  std::string named_path_;
  std::optional<std::string> on_disk_;  // the content last read or written
  FileState state_;                     // the state at that time
};

}  // namespace dps::studio
