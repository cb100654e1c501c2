#include "coordinator/cli/output_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"

namespace dps::coordinator {
namespace {

tl::unexpected<Error> cannot_write(ErrorCode code, const std::string& path) {
  return failure(code, "cannot write '" + printable(path) + "': " + std::strerror(errno));
}

}  // namespace

Result<void> write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return failure(ErrorCode::kSystem, std::strerror(errno));
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  struct stat existing {};
  if (::stat(path.c_str(), &existing) == 0 && !S_ISREG(existing.st_mode)) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return fd < 0 ? Result<OutputFile>(cannot_write(ErrorCode::kInput, path))
                  : OutputFile(fd, path, "");
  }
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  std::string temporary = path.substr(0, name) + "." + path.substr(name) + ".XXXXXX";
  const int fd = ::mkostemp(temporary.data(), O_CLOEXEC);
  if (fd < 0) {
    return cannot_write(ErrorCode::kInput, path);
  }
  return OutputFile(fd, path, temporary);
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, "")) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  if (this != &other) {
    discard();
    fd_ = std::exchange(other.fd_, -1);
    path_ = std::move(other.path_);
    temporary_ = std::exchange(other.temporary_, "");
  }
  return *this;
}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::discard() {
  if (fd_ >= 0) {
    ::close(std::exchange(fd_, -1));
  }
  if (!temporary_.empty()) {
    ::unlink(std::exchange(temporary_, "").c_str());
  }
}

Result<void> OutputFile::commit(std::string_view text) {
  if (const auto written = write_all(fd_, text); !written) {
    return with_context(written.error(), "cannot write '" + printable(path_) + "'");
  }
  if (temporary_.empty()) {
    return {};
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(fd_, 0666 & ~mask) != 0 || ::fsync(fd_) != 0 ||
      ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return cannot_write(ErrorCode::kSystem, path_);
  }
  temporary_.clear();
  return {};
}

}  // namespace dps::coordinator
