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
  std::vector<Entry> folders;  ///< by name, as the files
  std::vector<Entry> files;
};

struct OpenFolder {
  Descriptor descriptor;
  std::string path;  ///< "/home/me/plans"
};

class StartFolder {
 public:
  /// Errors (kSystem): the folder cannot be opened.
  static Result<StartFolder> open(const std::string& path);

  /// The text of a file. Errors (kInput): no such file beneath, a link or a hidden name on the way,
  /// no regular file, too many bytes. `exists`: false if there is nothing of that name, and one can
  /// be made.
  [[nodiscard]] Result<std::string> read(std::string_view path, bool& exists) const;
  /// The same, of a kind that dps reads. Errors (kInput): also another kind.
  [[nodiscard]] Result<std::string> read_known(std::string_view path, bool& exists) const;

  /// The path by which a file beneath can be replaced, valid as long as `folder` is open. Errors
  /// (kInput): as above; what is there is no regular file.
  [[nodiscard]] Result<std::string> writable_path(std::string_view path, Descriptor& folder) const;

  /// The folder of a file beneath; of "", the start folder. Errors (kInput): as above.
  [[nodiscard]] Result<OpenFolder> open_folder_of(std::string_view path) const;

  /// Of a folder; "": the start folder. At most 1,000 entries. Errors (kInput): as above.
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

/// Why a text is not opened: it has the form of no kind of file that dps reads. "" if it has one,
/// or is empty.
std::string reason_to_refuse(std::string_view text);

}  // namespace dps::studio
