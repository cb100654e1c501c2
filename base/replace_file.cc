#include "base/replace_file.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/printable.h"
#include "base/remainders.h"

namespace dps {
namespace {

constexpr int kMostTries = 100;

tl::unexpected<Error> cannot_write(const std::string& path) {
  return failure(ErrorCode::kSystem,
                 "cannot write '" + printable(path) + "': " + std::strerror(errno));
}

/// Gives a new file the mode and, where that is allowed, the owner of the one that it replaces.
bool copy_mode(int fd, const std::string& target) {
  struct stat old {};
  if (::stat(target.c_str(), &old) != 0) {
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return ::fchmod(fd, 0666 & ~mask) == 0;
  }
  [[maybe_unused]] const int owned = ::fchown(fd, old.st_uid, old.st_gid);
  return ::fchmod(fd, old.st_mode & 0777) == 0;
}

/// A temporary name that is probably free.
std::string random_name(const std::string& target) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
  std::string name = temporary_pattern(target);
  std::random_device random;
  for (std::size_t at = name.rfind('-') + 1; at < name.size(); ++at) {
    name[at] = kLetters[random() % kLetters.size()];
  }
  return name;
}

/// The name through which an open file can be linked.
std::string name_of(int fd) {
  return fmt::format("/proc/self/fd/{}", fd);
}

/// A file beside the target that has no name yet, if the file system can make one: it vanishes with
/// this process. Else a temporary file.
class NewFile {
 public:
  /// Removes the temporary files that earlier processes left behind.
  explicit NewFile(const std::string& target);

  [[nodiscard]] bool is_open() const { return file_.is_open(); }
  [[nodiscard]] int get() const { return file_.get(); }

  /// Gives the file its temporary name. Returns false, with the cause in errno, on failure.
  bool link();
  /// Replaces the target by the file. Returns false, with the cause in errno, on failure.
  bool rename_to_target() { return ::rename(name_.c_str(), target_.c_str()) == 0; }
  /// Gives the file a name that is not taken for a remainder, and returns it.
  std::string keep();
  void remove();

 private:
  void make_named();

  const std::string& target_;  // borrowed
  std::string name_;           // "": none
  Descriptor file_;
};

NewFile::NewFile(const std::string& target) : target_(target) {
  remove_remainders(target);
  const std::size_t slash = target.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : target.substr(0, slash + 1);
  file_ = Descriptor(::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600));
  if (!file_.is_open() || ::access(name_of(file_.get()).c_str(), F_OK) != 0) {
    make_named();
  }
}

void NewFile::make_named() {
  for (int tries = 0; tries < kMostTries; ++tries) {
    name_ = temporary_pattern(target_);
    file_ = Descriptor(::mkostemp(name_.data(), O_CLOEXEC));
    if (!file_.is_open() || lock_temporary(file_.get(), name_)) {
      return;
    }
  }
}

bool NewFile::link() {
  // Locked before it has a name, it is never a remainder while this process lives.
  if (name_.empty()) {
    [[maybe_unused]] const int locked = ::flock(file_.get(), LOCK_EX | LOCK_NB);
  }
  const std::string source = name_of(file_.get());
  for (int tries = 0; name_.empty() && tries < kMostTries; ++tries) {
    const std::string name = random_name(target_);
    if (::linkat(AT_FDCWD, source.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
      name_ = name;
    } else if (errno != EEXIST) {
      return false;
    }
  }
  return !name_.empty();
}

std::string NewFile::keep() {
  const std::string kept = target_ + name_.substr(name_.rfind('.'));
  if (::renameat2(AT_FDCWD, name_.c_str(), AT_FDCWD, kept.c_str(), RENAME_NOREPLACE) == 0 ||
      (errno == EINVAL && ::rename(name_.c_str(), kept.c_str()) == 0)) {
    name_ = kept;
  }
  return name_;
}

void NewFile::remove() {
  if (!name_.empty()) {
    ::unlink(name_.c_str());
  }
}

/// The cause if the target may not be replaced, or cannot be.
Result<void> move(NewFile& file, const Replacement& replacement) {
  if (replacement.may_replace != nullptr) {
    if (auto allowed = replacement.may_replace(); !allowed) {
      return allowed;
    }
  }
  return file.rename_to_target() ? Result<void>()
                                 : failure(ErrorCode::kSystem, std::strerror(errno));
}

}  // namespace

bool can_make_file(const std::string& target) {
  NewFile file(target);
  const int cause = errno;
  file.remove();
  errno = cause;
  return file.is_open();
}

Result<void> replace_file(const Replacement& replacement, const WriteContent& write) {
  const std::string& target = replacement.target;
  const std::string shown = printable(replacement.shown_path);
  NewFile file(target);
  if (!file.is_open()) {
    return cannot_write(replacement.shown_path);
  }
  Result<void> done = write(file.get());
  if (!done) {
    done = with_context(done.error(), "cannot write '" + shown + "'");
  } else if (!copy_mode(file.get(), target) ||
             (replacement.is_flushed && ::fsync(file.get()) != 0) || !file.link()) {
    done = cannot_write(replacement.shown_path);
  } else if (const Result<void> moved = move(file, replacement); !moved) {
    return failure(ErrorCode::kSystem, "cannot replace '" + shown + "': " + moved.error().message +
                                           "; the new text is in '" + printable(file.keep()) + "'");
  }
  if (!done) {
    file.remove();
  }
  return done;
}

}  // namespace dps
