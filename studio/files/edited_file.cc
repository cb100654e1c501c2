#include "studio/files/edited_file.h"

#include <cctype>
#include <filesystem>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "base/replace_file.h"
#include "commands/files/output_file.h"

namespace dps::studio {

FileState state_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    return {};
  }
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {true, status.st_ino, status.st_size,
          status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

Result<EditedFile> EditedFile::open(const StartFolder& folder, std::string path,
                                    std::string named_path) {
  EditedFile file(folder, std::move(path), std::move(named_path));
  file.state_ = file.state();
  auto text = file.read(&StartFolder::read_known);
  if (!text) {
    return tl::unexpected(text.error());
  }
  file.on_disk_ = *std::move(text);
  return file;
}

std::string EditedFile::whole_path() const {
  std::error_code error;
  return named_path_.empty() ? folder_->path() + "/" + path_
                             : std::filesystem::absolute(named_path_, error).string();
}

std::string EditedFile::uri() const {
  if (path_.empty()) {
    return "untitled:blueprint";
  }
  std::string uri = "file://";
  for (const char c : whole_path()) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                          std::string_view("/-_.~").find(c) != std::string_view::npos;
    uri += is_plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

/// Reads the file; nullopt if there is none, or the text has no file. `beneath` reads files that
/// the command line does not name.
Result<std::optional<std::string>> EditedFile::read(Read beneath) const {
  if (path_.empty()) {
    return std::nullopt;
  }
  if (named_path_.empty()) {
    bool exists = true;
    auto text = (folder_->*beneath)(path_, exists);
    if (!exists) {
      return std::nullopt;
    }
    return text ? Result<std::optional<std::string>>(*std::move(text))
                : tl::unexpected(text.error());
  }
  std::error_code error;
  if (!std::filesystem::exists(named_path_, error)) {
    return std::nullopt;
  }
  constexpr std::size_t kMebibyte = std::size_t{1} << 20;
  auto text = read_file(named_path_, 8 * kMebibyte);
  if (!text) {
    return with_context(text.error(), fmt::format("'{}'", printable(named_path_)));
  }
  return std::optional(*std::move(text));
}

Result<OpenFolder> EditedFile::folder() const {
  if (named_path_.empty()) {
    return folder_->open_folder_of(path_);
  }
  // like `dps run`, does not follow links
  std::string path = std::filesystem::path(whole_path()).parent_path().string();
  Descriptor opened(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) {
    return failure(ErrorCode::kInput, fmt::format("the folder '{}' cannot be opened: {}",
                                                  printable(path), std::strerror(errno)));
  }
  return OpenFolder{std::move(opened), std::move(path)};
}

FileState EditedFile::state() const {
  return path_.empty() ? FileState() : state_of(whole_path());
}

bool EditedFile::has_changed() {
  const FileState now = state();
  if (now == state_) {
    return false;
  }
  state_ = now;
  auto text = read(&StartFolder::read);  // the open file may have become a text of any form
  if (!text || *text == on_disk_) {
    return false;  // a file that cannot be read is in the answer to the next save
  }
  on_disk_ = *std::move(text);
  return true;
}

Result<bool> EditedFile::save(std::string_view text, bool force) {
  if (path_.empty()) {
    return failure(ErrorCode::kInput, "the text has no file yet; give it a name");
  }
  if (has_changed() && !force) {
    return false;
  }
  if (const auto written = write(text); !written) {
    return tl::unexpected(written.error());
  }
  on_disk_ = std::string(text);
  state_ = state();
  return true;
}

Result<void> EditedFile::write(std::string_view text) const {
  if (!named_path_.empty()) {
    auto output = commands::OutputFile::create(named_path_);
    return output ? output->commit(text) : tl::unexpected(output.error());
  }
  Descriptor folder;
  const auto target = folder_->writable_path(path_, folder);
  return target
             ? replace_file({*target, path_}, [&](int fd) { return commands::write_all(fd, text); })
             : tl::unexpected(target.error());
}

}  // namespace dps::studio
