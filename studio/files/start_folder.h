/// The files that a page may name: those beneath the folder in which the studio was started.
/// Source: docs/protocol_studio.md, "The text".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"
#include "base/result.h"

namespace dps::studio {

inline constexpr std::size_t kMostFileBytes = 8'000'000;

/// A file or folder of a listing.
struct Entry {
  std::string name;
  std::string what;  ///< "a blueprint"; "" for a folder
};

struct Listing {
  std::vector<Entry> folders;  ///< sorted by name, like the files
  std::vector<Entry> files;
};

struct OpenFolder {
  Descriptor descriptor;
  std::string path;  ///< "/home/me/plans"
};

class StartFolder {
 public:
  /// Opens the folder. Errors (kSystem): it cannot be opened.
  static Result<StartFolder> open(const std::string& path);

  /// The text of a file. Errors (kInput): there is no such file beneath the folder, the path has a
  /// link or a hidden name, the file is not regular or too large. Sets `exists` to false if there
  /// is nothing of that name, and a file can be made.
  [[nodiscard]] Result<std::string> read(std::string_view path, bool& exists) const;
  /// Like read(), for files of kinds that dps reads. Errors (kInput): also another kind.
  [[nodiscard]] Result<std::string> read_known(std::string_view path, bool& exists) const;

  /// The path by which a file beneath can be replaced, valid while `folder` is open. Errors
  /// (kInput): those of read(); the existing file is not regular.
  [[nodiscard]] Result<std::string> writable_path(std::string_view path, Descriptor& folder) const;

  /// Opens the folder of a file beneath; for "", the start folder. Errors (kInput): those of
  /// read().
  [[nodiscard]] Result<OpenFolder> open_folder_of(std::string_view path) const;

  /// Lists a folder; "": the start folder. At most 1,000 entries. Errors (kInput): those of read().
  [[nodiscard]] Result<Listing> list(std::string_view path) const;

  /// "/home/me/plans"
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  StartFolder(std::string path, Descriptor folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}

  /// The error is a value of errno.
  [[nodiscard]] tl::expected<Descriptor, int> open_beneath(std::string_view path, int flags) const;

  std::string path_;
  Descriptor folder_;
};

/// The reason not to open a text whose form is not that of a kind of file that dps reads; "" if it
/// is, or if the text is empty.
std::string reason_to_refuse(std::string_view text);

}  // namespace dps::studio
