#include "commands/files/named_files.h"

#include <cerrno>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_bytes.h"
#include "base/printable.h"
#include "commands/files/similar_file.h"
#include "profiles/sweeps/store/stored_point.h"

namespace dps::commands {
namespace {

using Identity = std::pair<dev_t, ino_t>;

/// Device and inode of a regular file; nullopt for files that writing does not destroy.
std::optional<Identity> identity_of(const std::string& path, int standard_stream) {
  struct stat status {};
  const bool exists = path == kStandardStream ? ::fstat(standard_stream, &status) == 0
                                              : ::stat(path.c_str(), &status) == 0;
  return exists && S_ISREG(status.st_mode) ? std::optional(Identity(status.st_dev, status.st_ino))
                                           : std::nullopt;
}

/// The file that contains an input: FILE.db for a point such as FILE.db:n=10.
std::string file_of(const std::string& input) {
  const auto point = sweeps::named_point(input);
  return point ? point->path : input;
}

/// "standard input cannot be …": two files named "-".
std::string double_stream(std::span<const NamedFile> files, const char* stream) {
  const NamedFile* first = nullptr;
  for (const NamedFile& file : files) {
    if (file.path == kStandardStream && first != nullptr && file.role == first->role) {
      return fmt::format("'-' can stand for one file only: {} cannot be {} twice", stream,
                         file.role);
    }
    if (file.path == kStandardStream && first != nullptr) {
      return fmt::format("'-' can stand for one file only: {} cannot be {} and {}", stream,
                         first->role, file.role);
    }
    if (file.path == kStandardStream) {
      first = &file;
    }
  }
  return "";
}

/// The path without links, of a file that may not exist yet; empty for standard output.
std::string resolved(const std::string& path) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(path, error);
  const auto canonical = std::filesystem::weakly_canonical(absolute, error);
  return path == kStandardStream ? "" : error ? path : canonical.string();
}

std::string quoted(const std::string& path) {
  return "'" + printable(path) + "'";
}

/// The error for an output that would destroy an input.
std::string loss_of(const NamedFile& input, const NamedFile& output) {
  if (output.path == kStandardStream) {
    return fmt::format("standard output is {} {}; redirect it to another file", input.role,
                       quoted(input_name(input.path)));
  }
  const std::string same =
      output.path == input.path ? "" : fmt::format(" (the same file as {})", quoted(output.path));
  return fmt::format("{} would overwrite {} {}{}; name another file", output.role, input.role,
                     quoted(input_name(input.path)), same);
}

/// The error for two outputs with the same path, also of a file that does not exist yet; else "".
/// Devices may be named twice.
std::string written_twice(std::span<const NamedFile> outputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string path = resolved(outputs[i].path);
    std::error_code error;
    if (path.empty() || std::filesystem::is_other(path, error)) {
      continue;
    }
    for (const NamedFile& later : outputs.subspan(i + 1)) {
      if (resolved(later.path) == path) {
        return later.role == outputs[i].role
                   ? fmt::format("{} names {} twice", later.role, quoted(later.path))
                   : loss_of(outputs[i], later);
      }
    }
  }
  return "";
}

}  // namespace

std::string misspelt(std::span<const NamedFile> inputs) {
  for (const NamedFile& input : inputs) {
    struct stat status {};
    const bool is_missing = input.path != kStandardStream &&
                            ::stat(input.path.c_str(), &status) != 0 && errno == ENOENT;
    const std::string near = is_missing ? similar_file(input.path) : "";
    if (!near.empty()) {
      return fmt::format("cannot read {} {}: there is no such file; did you mean '{}'?", input.role,
                         quoted(input.path), near);
    }
  }
  return "";
}

std::string repeated(std::span<const NamedFile> inputs) {
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto identity = identity_of(inputs[i].path, STDIN_FILENO);
    for (std::size_t k = 0; identity && k < i; ++k) {
      if (identity == identity_of(inputs[k].path, STDIN_FILENO)) {
        return inputs[k].path == inputs[i].path
                   ? fmt::format("{} {} is given twice", inputs[i].role, quoted(inputs[i].path))
                   : fmt::format("{} and {} are the same file", quoted(input_name(inputs[k].path)),
                                 quoted(input_name(inputs[i].path)));
      }
    }
  }
  return "";
}

std::string conflict(std::span<const NamedFile> inputs, std::span<const NamedFile> outputs) {
  for (const auto& [files, stream] :
       {std::pair(inputs, "standard input"), std::pair(outputs, "standard output")}) {
    if (std::string twice = double_stream(files, stream); !twice.empty()) {
      return twice;
    }
  }
  if (std::string twice = written_twice(outputs); !twice.empty()) {
    return twice;
  }
  std::vector<NamedFile> kept(inputs.begin(), inputs.end());
  std::vector<NamedFile> written(outputs.begin(), outputs.end());
  written.push_back({"standard output", std::string(kStandardStream)});
  for (const NamedFile& output : written) {
    const auto target = identity_of(output.path, STDOUT_FILENO);
    for (const NamedFile& input : kept) {
      if (target && target == identity_of(file_of(input.path), STDIN_FILENO)) {
        return loss_of(input, output);
      }
    }
    if (output.path != kStandardStream) {
      kept.push_back(output);
    }
  }
  return "";
}

}  // namespace dps::commands
