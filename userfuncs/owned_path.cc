#include "userfuncs/owned_path.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/printable.h"

namespace dps::userfuncs {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> refusal(const fs::path& part, const std::string& why) {
  return failure(ErrorCode::kInput, fmt::format("'{}' {}", printable(part.string()), why));
}

/// Checks one part of the path, a folder or the file itself.
Result<void> check_part(const fs::path& part) {
  struct stat status {};
  if (::stat(part.c_str(), &status) != 0) {
    return refusal(part, fmt::format("cannot be examined: {}", std::strerror(errno)));
  }
  if (status.st_uid != 0 && status.st_uid != ::geteuid()) {
    return refusal(part, fmt::format("belongs to another user (uid {}); use a copy of your own",
                                     status.st_uid));
  }
  const bool others_write = (status.st_mode & (S_IWGRP | S_IWOTH)) != 0;
  const bool sticky_folder = S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0;
  if (others_write && !sticky_folder) {
    return refusal(part, fmt::format("may be written by users other than its owner; chmod go-w {}",
                                     printable(part.string())));
  }
  return {};
}

Result<void> check_way(const fs::path& path) {
  fs::path part = path.root_path();
  for (const fs::path& name : path.relative_path()) {
    if (auto checked = check_part(part); !checked) {
      return checked;
    }
    part /= name;
  }
  return check_part(part);
}

}  // namespace

Result<std::string> owned_path(const std::string& path) {
  std::error_code code;
  const fs::path absolute = fs::absolute(path, code).lexically_normal();
  const fs::path real = code ? fs::path() : fs::canonical(absolute, code);
  if (code) {
    return failure(ErrorCode::kInput, fmt::format("cannot be opened: {}", code.message()));
  }
  if (!fs::is_regular_file(real, code)) {
    return refusal(real, "is not a regular file");
  }
  for (const fs::path& way : {absolute, real}) {
    if (auto checked = check_way(way); !checked) {
      return tl::unexpected(checked.error());
    }
  }
  return real.string();
}

}  // namespace dps::userfuncs
