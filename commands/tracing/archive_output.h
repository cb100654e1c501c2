/// An output that is more than one file: NAME.otf2, NAME.def and the folder NAME; or only a folder.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"

namespace dps::commands {

/// The files are made in a temporary folder beside the target (".NAME.otf2.dps-XXXXXX") and renamed
/// when they are complete. They replace only an archive of the same name that dps has written: its
/// folder contains the file kFolderMark, and otherwise only parts of an archive. A folder may also
/// replace an empty one.
class ArchiveOutput {
 public:
  /// Checks the target, and creates no file until commit(). `path` ends in ".otf2" or "/". Errors
  /// (kInput): the folder does not exist or is not writable; something of that name is not an
  /// archive that dps has written.
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

  /// An existing folder.
  struct Found {
    bool is_own = false;  ///< the folder may be replaced
    std::string added;    ///< the first foreign entry in a folder of dps; "": none
  };
  [[nodiscard]] Found look_into(const std::string& folder) const;

  const ArchiveKind* kind_;
  std::string path_;    // the path that the user gave
  std::string folder_;  // the folder that contains the archive
  std::string name_;    // without ".otf2"
};

}  // namespace dps::commands
