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

/// Of a file that cannot be seen: that of none.
FileState state_of(const std::string& path);

class EditedFile {
 public:
  /// `named_path`: the file of the command line, which may be anywhere; empty: a file beneath the
  /// folder, or with an empty `path` a text without a file. `folder` is borrowed. Errors (kInput):
  /// the file cannot be read; those of StartFolder.
  static Result<EditedFile> open(const StartFolder& folder, std::string path,
                                 std::string named_path);

  /// As pages name it; "": it has no file.
  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] bool is_new() const { return !on_disk_; }
  /// "file:///…", or "untitled:blueprint".
  [[nodiscard]] std::string uri() const;

  /// A descriptor of its folder, and its path, with the rule of `dps run`: that of a link, not of
  /// what it leads to. Of a text without a file, the start folder. Errors
  /// (kInput): the folder cannot be opened.
  [[nodiscard]] Result<OpenFolder> folder() const;

  /// Replaces the file whole or not at all. False, and nothing is written, if it has changed
  /// outside and `force` is false. Errors: those of StartFolder and replace_file().
  Result<bool> save(std::string_view text, bool force);

  /// True once after each change from outside.
  bool has_changed();
  /// The content on the disk, as far as it is known; nullopt: there is no file.
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
  std::optional<std::string> on_disk_;  // what was last read or written
  FileState state_;                     // of that moment
};

}  // namespace dps::studio
