/// An output that is more than one file: NAME.otf2, NAME.def and the folder NAME; or only a folder.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace dps::commands {

/// They are made in a temporary folder beside the target (".NAME.otf2.dps-XXXXXX") and renamed when
/// they are whole. They replace only an archive of the same name that dps has written: its folder
/// has the file kFolderMark, and nothing else that is no part of an archive. A folder may also
/// replace an empty one.
class ArchiveOutput {
 public:
  /// Nothing is there until commit(). `path` ends in ".otf2" or "/". Errors (kInput): the folder
  /// does not exist or is not writable; something of that name is not an archive that dps has
  /// written.
  static Result<ArchiveOutput> create(const std::string& path);

  /// `write` fills an empty folder with the archive of this name. Errors: its own; kSystem; those
  /// of create(), if the target has changed. On an error, the old archive stays.
  using Write = std::function<Result<void>(const std::string& folder, const std::string& name)>;
  Result<void> commit(const Write& write);

 private:
  explicit ArchiveOutput(std::string path);
  [[nodiscard]] Result<void> check_target() const;
  [[nodiscard]] Result<void> publish(const std::string& made) const;

  struct ArchiveKind;

  [[nodiscard]] std::string path_without_slashes() const;
  [[nodiscard]] std::string temporary_name() const;

  /// A folder that is there.
  struct Found {
    bool is_own = false;  ///< it may be replaced
    std::string added;    ///< the first entry that somebody has added to a folder of dps; "": none
  };
  [[nodiscard]] Found look_into(const std::string& folder) const;

  const ArchiveKind* kind_;
  std::string path_;    // as the user gave it
  std::string folder_;  // that the archive is in
  std::string name_;    // without ".otf2"
};

}  // namespace dps::commands
