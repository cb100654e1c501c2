#include "studio/files/start_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/printable.h"
#include "commands/files/file_kind.h"

namespace dps::studio {
namespace {

/// The folder in a path; "" for a file in the start folder itself.
std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

using commands::FileKind;

constexpr std::size_t kMostEntries = 1000;
constexpr std::size_t kMostPathBytes = 4096;

tl::unexpected<Error> refused(std::string_view path, std::string_view why) {
  return failure(ErrorCode::kInput, fmt::format("'{}': {}", printable(path), why));
}

std::string text_of_error(int error) {
  switch (error) {
    case ELOOP:
      return "a part of the path is a link, and links are not followed";
    case EXDEV:
      return "the path leads out of the folder in which the studio was started";
    case ENOSYS:
      return "this system has no openat2 (Linux 5.6), without which no file is opened";
    default:
      return std::strerror(error);
  }
}

/// The reason for which the path is not even looked up, or "".
std::string wrong_path(std::string_view path) {
  if (path.empty() || path.size() > kMostPathBytes || path.find('\0') != std::string_view::npos) {
    return "it is no path";
  }
  if (path.starts_with('/')) {
    return "the path must be relative to the folder in which the studio was started";
  }
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    if (path.substr(begin, end - begin).starts_with('.')) {
      return "names that begin with a dot are not opened";
    }
    begin = end + 1;
  }
  return "";
}

Result<std::string> bytes_of(int fd, std::string_view path) {
  std::string text;
  std::array<char, 1 << 16> part{};
  ssize_t got = 0;
  while ((got = ::read(fd, part.data(), part.size())) != 0) {
    if (got < 0 && errno != EINTR) {
      return refused(path, std::strerror(errno));
    }
    text.append(part.data(), static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (text.size() > kMostFileBytes) {
      return refused(path, "it has more than 8 MB");
    }
  }
  return text;
}

bool is_regular(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

/// The kind of a file by its first bytes; nullopt if it is not listed.
std::optional<std::string> what_is(int fd) {
  std::array<char, 1 << 14> part{};
  const ssize_t got = is_regular(fd) ? ::read(fd, part.data(), part.size()) : -1;
  if (got < 0) {
    return std::nullopt;
  }
  const std::string_view text(part.data(), static_cast<std::size_t>(got));
  if (text.empty()) {
    return "an empty file";
  }
  if (!reason_to_refuse(text).empty()) {
    return std::nullopt;
  }
  return std::string(commands::noun_of(commands::kind_of(text)));
}

void sort(std::vector<Entry>& entries) {
  std::sort(entries.begin(), entries.end(),
            [](const Entry& a, const Entry& b) { return a.name < b.name; });
}

}  // namespace

std::string reason_to_refuse(std::string_view text) {
  constexpr std::array<FileKind, 6> kOpened{FileKind::kBlueprint, FileKind::kMachine,
                                            FileKind::kSheet,     FileKind::kCosts,
                                            FileKind::kHosts,     FileKind::kModel};
  if (text.empty()) {
    return "";
  }
  const FileKind kind = commands::kind_of(text);
  if (std::find(kOpened.begin(), kOpened.end(), kind) != kOpened.end()) {
    return "";
  }
  const std::string_view noun = commands::noun_of(kind);
  return fmt::format("it is {}, not a blueprint or a machine file",
                     noun.empty() ? "a file of another kind" : noun);
}

Result<StartFolder> StartFolder::open(const std::string& path) {
  std::error_code error;
  std::string whole = std::filesystem::canonical(path, error).string();
  Descriptor folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (error || !folder.is_open()) {
    return failure(ErrorCode::kSystem, fmt::format("cannot open the folder '{}': {}",
                                                   printable(path), std::strerror(errno)));
  }
  return StartFolder(std::move(whole), std::move(folder));
}

tl::expected<Descriptor, int> StartFolder::open_beneath(std::string_view path, int flags) const {
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const std::string name = path.empty() ? "." : std::string(path);
  const long fd = ::syscall(SYS_openat2, folder_.get(), name.c_str(), &how, sizeof(how));
  return fd < 0 ? tl::expected<Descriptor, int>(tl::unexpected(errno))
                : Descriptor(static_cast<int>(fd));
}

Result<std::string> StartFolder::read(std::string_view path, bool& exists) const {
  exists = true;
  if (const std::string wrong = wrong_path(path); !wrong.empty()) {
    return refused(path, wrong);
  }
  const auto file = open_beneath(path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
  if (!file) {
    Descriptor folder;
    exists = file.error() != ENOENT || !writable_path(path, folder);
    return refused(path, text_of_error(file.error()));
  }
  if (!is_regular(file->get())) {
    return refused(path, "it is not a regular file");
  }
  return bytes_of(file->get(), path);
}

Result<std::string> StartFolder::read_known(std::string_view path, bool& exists) const {
  auto text = read(path, exists);
  const std::string reason = text ? reason_to_refuse(*text) : "";
  return reason.empty() ? std::move(text) : refused(path, reason);
}

Result<std::string> StartFolder::writable_path(std::string_view path, Descriptor& folder) const {
  if (const std::string wrong = wrong_path(path); !wrong.empty()) {
    return refused(path, wrong);
  }
  const std::string_view name = path.substr(path.rfind('/') + 1);
  if (name.empty()) {
    return refused(path, "it has no name of a file");
  }
  auto above = open_beneath(folder_of(path), O_PATH | O_DIRECTORY);
  if (!above) {
    return refused(path, text_of_error(above.error()));
  }
  const auto file = open_beneath(path, O_PATH | O_NOFOLLOW);
  if (!file && file.error() != ENOENT) {
    return refused(path, text_of_error(file.error()));
  }
  if (file && !is_regular(file->get())) {
    return refused(path, "it is not a regular file");
  }
  folder = std::move(*above);
  return fmt::format("/proc/self/fd/{}/{}", folder.get(), name);
}

Result<OpenFolder> StartFolder::open_folder_of(std::string_view path) const {
  if (const std::string wrong = path.empty() ? "" : wrong_path(path); !wrong.empty()) {
    return refused(path, wrong);
  }
  const std::string_view name = folder_of(path);
  auto opened = open_beneath(name, O_PATH | O_DIRECTORY);
  if (!opened) {
    return refused(path, text_of_error(opened.error()));
  }
  return OpenFolder{*std::move(opened), name.empty() ? path_ : fmt::format("{}/{}", path_, name)};
}

Result<Listing> StartFolder::list(std::string_view path) const {
  if (const std::string wrong = path.empty() ? "" : wrong_path(path); !wrong.empty()) {
    return refused(path, wrong);
  }
  auto opened = open_beneath(path, O_RDONLY | O_DIRECTORY);
  if (!opened) {
    return refused(path, text_of_error(opened.error()));
  }
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::fdopendir(opened->get()), ::closedir);
  if (folder == nullptr) {
    return refused(path, std::strerror(errno));
  }
  const int fd = opened->release();  // closedir() closes it
  Listing listing;
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string name = entry->d_name;
    if (name.starts_with('.') || listing.files.size() + listing.folders.size() >= kMostEntries) {
      continue;
    }
    struct stat status {};
    if (::fstatat(fd, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      continue;
    }
    if (S_ISDIR(status.st_mode)) {
      listing.folders.push_back({name, ""});
    } else if (S_ISREG(status.st_mode)) {
      const Descriptor file(
          ::openat(fd, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
      if (auto what = file.is_open() ? what_is(file.get()) : std::nullopt) {
        listing.files.push_back({name, *std::move(what)});
      }
    }
  }
  sort(listing.folders);
  sort(listing.files);
  return listing;
}

}  // namespace dps::studio
