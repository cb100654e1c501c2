#include "base/remainders.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "base/descriptor.h"

namespace dps {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kInfix = ".dps-";
constexpr std::string_view kRandom = "XXXXXX";

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Returns true for ".NAME.dps-" and as many letters and digits as a pattern has.
bool is_temporary_of(std::string_view target, std::string_view name) {
  const std::size_t fixed = 1 + target.size() + kInfix.size();
  return name.size() == fixed + kRandom.size() && name.front() == '.' &&
         name.substr(1, target.size()) == target &&
         name.substr(1 + target.size(), kInfix.size()) == kInfix &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(fixed), name.end(),
                     is_letter_or_digit);
}

/// Locks the file while removing it, so that no other process can lock it.
void remove_unlocked(const fs::path& path) {
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (file.is_open() && ::flock(file.get(), LOCK_EX | LOCK_NB) == 0) {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
}

}  // namespace

std::string temporary_pattern(const std::string& target) {
  const std::size_t slash = target.rfind('/');
  const std::size_t base = slash == std::string::npos ? 0 : slash + 1;
  std::string pattern = target.substr(0, base);
  return pattern.append(".").append(target, base).append(kInfix).append(kRandom);
}

bool lock_temporary(int descriptor, const std::string& name) {
  // Waits for a process that is removing the file. Without locks, a file system does not show which
  // files are in use.
  while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
  }
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::lstat(name.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

void remove_remainders(const std::string& target) {
  const fs::path path(target);
  const std::string name = path.filename().string();
  std::error_code error;
  for (auto entry =
           fs::directory_iterator(path.has_parent_path() ? path.parent_path() : ".", error);
       !error && entry != fs::end(entry); entry.increment(error)) {
    if (is_temporary_of(name, entry->path().filename().string())) {
      remove_unlocked(entry->path());
    }
  }
}

}  // namespace dps
