#include "base/replace_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"

namespace dps {
namespace {

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

}  // namespace

Descriptor make_temporary(const std::string& target, std::string& name) {
  const std::size_t slash = target.rfind('/');
  const std::size_t base = slash == std::string::npos ? 0 : slash + 1;
  name = target.substr(0, base) + "." + target.substr(base) + ".XXXXXX";
  return Descriptor(::mkostemp(name.data(), O_CLOEXEC));
}

Result<void> replace_file(const Replacement& replacement, const WriteContent& write) {
  const std::string& target = replacement.target;
  const std::string shown = printable(replacement.shown_path);
  std::string name;
  const Descriptor file = make_temporary(target, name);
  if (!file.is_open()) {
    return cannot_write(replacement.shown_path);
  }
  Result<void> done = write(file.get());
  if (!done) {
    done = with_context(done.error(), "cannot write '" + shown + "'");
  } else if (!copy_mode(file.get(), target) ||
             (replacement.is_flushed && ::fsync(file.get()) != 0)) {
    done = cannot_write(replacement.shown_path);
  } else if (::rename(name.c_str(), target.c_str()) != 0) {
    return failure(ErrorCode::kSystem, "cannot replace '" + shown + "': " + std::strerror(errno) +
                                           "; the new text is in '" + printable(name) + "'");
  }
  if (!done) {
    ::unlink(name.c_str());
  }
  return done;
}

}  // namespace dps
