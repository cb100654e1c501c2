#include "commands/tracing/archive_output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "base/descriptor.h"
#include "base/printable.h"
#include "base/processes/temporary_folder.h"
#include "base/remainders.h"
#include "commands/files/own_folder.h"

namespace dps::commands {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> cannot(ErrorCode code, const std::string& path, const std::string& why) {
  return failure(code, fmt::format("cannot write '{}': {}", printable(path), why));
}

bool is_number(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// "3.evt" or "3.def": the events and the definitions of one process.
bool is_location_file(std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const std::string_view suffix = name.substr(dot);
  return is_number(name.substr(0, dot)) && (suffix == ".evt" || suffix == ".def");
}

/// "p3.trace": the lines of one process; "links.trace": those of links.
bool is_lines_file(std::string_view name) {
  constexpr std::string_view kSuffix = ".trace";
  return name == "links.trace" || (name.starts_with('p') && name.ends_with(kSuffix) &&
                                   is_number(name.substr(1, name.size() - 1 - kSuffix.size())));
}

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

struct ArchiveOutput::ArchiveKind {
  std::string_view suffix;
  /// The parts of an archive, after its name. The anchor is last: without it, there is no
  /// archive.
  std::vector<std::string> parts;
  bool (*is_part_of_folder)(std::string_view name);
  std::string_view use;  ///< the use of the folder, for messages
};

ArchiveOutput::ArchiveOutput(std::string path) : path_(std::move(path)) {
  static const ArchiveKind otf2{
      ".otf2", {"", ".def", ".otf2"}, &is_location_file, "an OTF2 trace has a folder beside it"};
  static const ArchiveKind lines{
      "/", {""}, &is_lines_file, "each process has a file in this folder"};
  kind_ = path_.ends_with('/') ? &lines : &otf2;
  std::string name = path_;
  while (name.size() > 1 && name.ends_with('/')) {
    name.pop_back();
  }
  const fs::path whole(name);
  folder_ = whole.has_parent_path() ? whole.parent_path().string() : ".";
  name_ = whole.filename().string();
  name_.resize(name_.size() - (kind_ == &otf2 ? kind_->suffix.size() : 0));
}

/// Examines a folder. One that is the whole output may also be empty.
ArchiveOutput::Found ArchiveOutput::look_into(const std::string& folder) const {
  std::error_code error;
  const bool may_be_empty = kind_->parts.size() == 1 && fs::is_empty(folder, error);
  bool has_mark = false;
  Found found;
  for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::end(entry);
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_mark = name == kFolderMark;
    has_mark = has_mark || is_mark;
    if (!entry->is_regular_file(error) || (!is_mark && !kind_->is_part_of_folder(name))) {
      found.added = found.added.empty() ? name : std::min(found.added, name);
    }
  }
  found.is_own = !error && found.added.empty() && (has_mark || may_be_empty);
  found.added = has_mark ? found.added : "";
  return found;
}

Result<ArchiveOutput> ArchiveOutput::create(const std::string& path) {
  ArchiveOutput output(path);
  if (const auto free = output.check_target(); !free) {
    return tl::unexpected(free.error());
  }
  remove_remainders(output.path_without_slashes());
  const auto trial = TemporaryFolder::make(output.temporary_name());
  if (!trial) {
    return cannot(ErrorCode::kInput, path, trial.error().message);
  }
  return output;
}

std::string ArchiveOutput::path_without_slashes() const {
  return folder_ + "/" + name_ + std::string(kind_->suffix == "/" ? "" : kind_->suffix);
}

std::string ArchiveOutput::temporary_name() const {
  return temporary_pattern(path_without_slashes());
}

Result<void> ArchiveOutput::check_target() const {
  const std::string stem = folder_ + "/" + name_;
  std::error_code error;
  const auto folder = fs::symlink_status(stem, error);
  const Found found = fs::is_directory(folder) ? look_into(stem) : Found{};
  const char* const another = kind_->parts.size() == 1 ? "folder" : "file";
  if (!found.added.empty()) {
    return cannot(
        ErrorCode::kInput, path_,
        fmt::format("'{}' has a file that dps has not written, '{}'; move it elsewhere, or "
                    "name another {}",
                    printable(stem), printable(found.added), another));
  }
  if (fs::exists(folder) && !found.is_own) {
    return cannot(ErrorCode::kInput, path_,
                  fmt::format("{}, and '{}' is not one that dps has written; name another {}",
                              kind_->use, printable(stem), another));
  }
  for (const std::string& part : kind_->parts) {
    if (part.empty()) {
      continue;
    }
    const auto file = fs::symlink_status(stem + part, error);
    if (fs::exists(file) && (!fs::is_regular_file(file) || !found.is_own)) {
      return cannot(ErrorCode::kInput, path_,
                    fmt::format("'{}' exists, and is not part of an OTF2 trace that dps has "
                                "written; name another file",
                                printable(stem + part)));
    }
  }
  return {};
}

Result<void> ArchiveOutput::commit(const Write& write) {
  const auto made = TemporaryFolder::make(temporary_name());
  if (!made) {
    return cannot(ErrorCode::kSystem, path_, made.error().message);
  }
  auto done = write(made->path(), name_);
  if (done) {
    std::ofstream mark(made->path() + "/" + name_ + "/" + std::string(kFolderMark));
    mark << "dps wrote this folder, and may replace it.\n";
    mark.close();
    done = mark ? flush(made->path()) : failure(ErrorCode::kSystem, std::strerror(errno));
  }
  if (!done) {
    return with_context(done.error(), "cannot write '" + printable(path_) + "'");
  }
  const auto free = check_target();
  return free ? publish(made->path()) : free;
}

/// Moves the old parts into the temporary folder, and the new ones out of it.
Result<void> ArchiveOutput::publish(const std::string& made) const {
  const std::string stem = folder_ + "/" + name_;
  const std::string fresh = made + "/" + name_;
  const std::string old = made + "/old";
  std::error_code error;
  for (auto part = kind_->parts.rbegin(); part != kind_->parts.rend(); ++part) {
    if (::rename((stem + *part).c_str(), (old + *part).c_str()) != 0 && errno != ENOENT) {
      error = std::error_code(errno, std::generic_category());
    }
  }
  for (const std::string& part : kind_->parts) {
    if (!error && ::rename((fresh + part).c_str(), (stem + part).c_str()) != 0) {
      error = std::error_code(errno, std::generic_category());
    }
  }
  if (!error) {
    return {};
  }
  for (const std::string& part : kind_->parts) {
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

}  // namespace dps::commands
