#include "commands/files/output_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/processes/pending_signals.h"
#include "base/replace_file.h"

namespace dps::commands {
namespace {

tl::unexpected<Error> cannot_write(ErrorCode code, const std::string& path) {
  return failure(code, "cannot write '" + printable(path) + "': " + std::strerror(errno));
}

std::optional<struct stat> status_of(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 ? std::optional(status) : std::nullopt;
}

/// The path behind symbolic links; the last one may lead to a file that does not exist yet.
std::string behind_links(const std::string& path) {
  constexpr int kMostLinks = 40;  // as many as the kernel follows
  std::filesystem::path target = path;
  std::error_code error;
  for (int links = 0; links < kMostLinks && std::filesystem::is_symlink(target, error); ++links) {
    target = target.parent_path() / std::filesystem::read_symlink(target, error);
  }
  return target.string();
}

}  // namespace

bool names_stdout(const std::string& path) {
  if (path == kStandardStream) {
    return true;
  }
  struct stat out {};
  const auto status = status_of(path);
  const bool is_same = status && ::fstat(STDOUT_FILENO, &out) == 0 &&
                       status->st_dev == out.st_dev && status->st_ino == out.st_ino;
  return is_same && (!S_ISCHR(out.st_mode) || ::isatty(STDOUT_FILENO) == 1);
}

Result<void> write_all(int fd, std::string_view text) {
  if (!dps::write_all(fd, text)) {
    return failure(ErrorCode::kSystem, std::strerror(errno));
  }
  return {};
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  return create(path, any_kind(), Existing::kAny);
}

Result<OutputFile> OutputFile::create(const std::string& path, OutputKind kind, Existing existing) {
  if (names_stdout(path)) {
    return OutputFile(path, "", Descriptor());
  }
  const auto status = status_of(path);
  if (status && !S_ISREG(status->st_mode)) {
    Descriptor direct(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    return direct.is_open() ? OutputFile(path, "", std::move(direct))
                            : Result<OutputFile>(cannot_write(ErrorCode::kInput, path));
  }
  if (status && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) {
    return cannot_write(ErrorCode::kInput, path);
  }
  if (path.empty()) {
    return failure(ErrorCode::kInput, "-o needs the name of a file");
  }
  std::string target = behind_links(path);
  if (!can_make_file(target)) {
    auto refused = cannot_write(ErrorCode::kInput, path);
    if (status) {
      refused.value().message += "; dps replaces a file by a new one in the same folder";
    }
    return refused;
  }
  OutputFile file(path, std::move(target), std::move(kind), existing);
  if (const std::string reason = file.reason_to_keep(); !reason.empty()) {
    return failure(ErrorCode::kInput,
                   fmt::format("cannot write '{}': {}; name another file, or replace it with "
                               "--force",
                               printable(path), reason));
  }
  return file;
}

/// The reason for which the target may not be replaced; "" if it may.
std::string OutputFile::reason_to_keep() const {
  return existing_ == Existing::kAny ? "" : commands::reason_to_keep(target_, kind_);
}

bool OutputFile::is_stdout() const {
  return target_.empty() && !direct_.is_open();
}

Result<void> OutputFile::commit(std::string_view text) {
  if (target_.empty()) {
    return commit([&](int fd) { return write_all(fd, text); });
  }
  kind_ = with_content(std::move(kind_), text);
  const std::string content = content_of(kind_, text);
  return commit([&](int fd) { return write_all(fd, content); });
}

Result<void> OutputFile::commit(const Write& write) {
  if (!target_.empty()) {
    const PendingSignals wait_until_done;
    const auto may_replace = [this]() -> Result<void> {
      const std::string reason = reason_to_keep();
      return reason.empty() ? Result<void>() : failure(ErrorCode::kInput, reason);
    };
    return replace_file({target_, path_, true, may_replace}, write);
  }
  const auto written = write(is_stdout() ? STDOUT_FILENO : direct_.get());
  return written ? written
                 : with_context(written.error(), "cannot write '" + printable(path_) + "'");
}

}  // namespace dps::commands
