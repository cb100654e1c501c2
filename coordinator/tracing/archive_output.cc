#include "coordinator/tracing/archive_output.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/printable.h"

namespace dps::coordinator {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSuffix = ".otf2";
/// The parts of an archive, after its name. The anchor comes last: without it, there is none.
constexpr std::array<const char*, 3> kParts{"", ".def", ".otf2"};

tl::unexpected<Error> cannot(ErrorCode code, const std::string& path, const std::string& why) {
  return failure(code, fmt::format("cannot write '{}': {}", printable(path), why));
}

/// "3.evt" or "3.def": the events and the definitions of one process.
bool is_location_file(const std::string& name) {
  const std::size_t dot = name.find('.');
  const std::string_view suffix = std::string_view(name).substr(std::min(dot, name.size()));
  return dot != 0 && (suffix == ".evt" || suffix == ".def") &&
         std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(dot),
                     [](char c) { return c >= '0' && c <= '9'; });
}

/// True if dps has made this folder of an archive, and nobody has added anything.
bool is_own_folder(const fs::path& folder) {
  std::error_code error;
  bool is_marked = false;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_mark = name == ArchiveOutput::kMark;
    if (!entry->is_regular_file(error) || (!is_mark && !is_location_file(name))) {
      return false;
    }
    is_marked = is_marked || is_mark;
  }
  return !error && is_marked;
}

/// Removes a folder that this process has made when it goes out of scope.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(std::string pattern) : path_(std::move(pattern)) {
    is_made_ = ::mkdtemp(path_.data()) != nullptr;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    if (is_made_) {
      fs::remove_all(path_, ignored);
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  [[nodiscard]] bool is_made() const { return is_made_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool is_made_;
};

/// Flushes all files below a folder to the disk.
Result<void> flush(const std::string& folder) {
  std::error_code error;
  for (auto entry = fs::recursive_directory_iterator(folder, error);
       !error && entry != fs::end(entry); entry.increment(error)) {
    if (entry->is_regular_file(error)) {
      const Descriptor file(::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC));
      if (!file.is_open() || ::fsync(file.get()) != 0) {
        return failure(ErrorCode::kSystem, std::strerror(errno));
      }
    }
  }
  return error ? Result<void>(failure(ErrorCode::kSystem, error.message())) : Result<void>();
}

}  // namespace

ArchiveOutput::ArchiveOutput(std::string path) : path_(std::move(path)) {
  const fs::path whole(path_);
  folder_ = whole.has_parent_path() ? whole.parent_path().string() : ".";
  name_ = whole.filename().string();
  name_.resize(name_.size() - kSuffix.size());
}

Result<ArchiveOutput> ArchiveOutput::create(const std::string& path) {
  ArchiveOutput output(path);
  if (const auto free = output.check_target(); !free) {
    return tl::unexpected(free.error());
  }
  const TemporaryFolder trial(
      fmt::format("{}/.{}{}.XXXXXX", output.folder_, output.name_, kSuffix));
  if (!trial.is_made()) {
    return cannot(ErrorCode::kInput, path, std::strerror(errno));
  }
  return output;
}

Result<void> ArchiveOutput::check_target() const {
  const std::string stem = folder_ + "/" + name_;
  std::error_code error;
  const auto folder = fs::symlink_status(stem, error);
  const bool is_own = fs::is_directory(folder) && is_own_folder(stem);
  if (fs::exists(folder) && !is_own) {
    return cannot(ErrorCode::kInput, path_,
                  fmt::format("an OTF2 trace has a folder beside it, and '{}' is not one that dps "
                              "has written; name another file",
                              printable(stem)));
  }
  for (const char* part : {".def", ".otf2"}) {
    const auto file = fs::symlink_status(stem + part, error);
    if (fs::exists(file) && (!fs::is_regular_file(file) || !is_own)) {
      return cannot(ErrorCode::kInput, path_,
                    fmt::format("'{}' is there, and is no part of an OTF2 trace that dps has "
                                "written; name another file",
                                printable(stem + part)));
    }
  }
  return {};
}

Result<void> ArchiveOutput::commit(const Write& write) {
  const TemporaryFolder made(fmt::format("{}/.{}{}.XXXXXX", folder_, name_, kSuffix));
  if (!made.is_made()) {
    return cannot(ErrorCode::kSystem, path_, std::strerror(errno));
  }
  auto done = write(made.path(), name_);
  if (done) {
    std::ofstream mark(made.path() + "/" + name_ + "/" + kMark);
    mark << "dps wrote this folder, and may replace it.\n";
    mark.close();
    done = mark ? flush(made.path()) : failure(ErrorCode::kSystem, std::strerror(errno));
  }
  if (!done) {
    return with_context(done.error(), "cannot write '" + printable(path_) + "'");
  }
  const auto free = check_target();
  return free ? publish(made.path()) : free;
}

/// Moves the old parts into the temporary folder, and the new ones out of it.
Result<void> ArchiveOutput::publish(const std::string& made) const {
  const std::string stem = folder_ + "/" + name_;
  const std::string fresh = made + "/" + name_;
  const std::string old = made + "/old";
  std::error_code error;
  for (auto part = kParts.rbegin(); part != kParts.rend(); ++part) {
    if (::rename((stem + *part).c_str(), (old + *part).c_str()) != 0 && errno != ENOENT) {
      error = std::error_code(errno, std::generic_category());
    }
  }
  for (const char* part : kParts) {
    if (!error && ::rename((fresh + part).c_str(), (stem + part).c_str()) != 0) {
      error = std::error_code(errno, std::generic_category());
    }
  }
  if (!error) {
    return {};
  }
  for (const char* part : kParts) {
    std::error_code unknown;
    if (!fs::exists(fresh + part, unknown)) {
      static_cast<void>(::rename((stem + part).c_str(), (fresh + part).c_str()));
    }
    if (fs::exists(old + part, unknown)) {
      static_cast<void>(::rename((old + part).c_str(), (stem + part).c_str()));
    }
  }
  return cannot(ErrorCode::kSystem, path_, error.message());
}

}  // namespace dps::coordinator
