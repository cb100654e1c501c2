#include "base/file_bytes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/byte_order_mark.h"
#include "base/descriptor.h"

namespace dps {
namespace {

tl::unexpected<Error> refuse(const std::string& cause) {
  return failure(ErrorCode::kInput, cause);
}

Result<std::string> refuse_length(std::size_t most) {
  return failure(ErrorCode::kLimit, "it is larger than " + std::to_string(most >> 20) + " MiB");
}

/// O_NONBLOCK: a named pipe without a writer must not block open(); it reads as empty.
Result<Descriptor> open_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.is_open() || ::fstat(file.get(), &status) != 0) {
    return refuse(std::strerror(errno));
  }
  if (S_ISDIR(status.st_mode)) {
    return refuse("it is a directory");
  }
  if (S_ISFIFO(status.st_mode)) {
    ::fcntl(file.get(), F_SETFL, 0);
  } else if (!S_ISREG(status.st_mode)) {
    return refuse("it is not a regular file");
  }
  return file;
}

Result<std::string> read_all(int fd, std::size_t most) {
  std::string bytes;
  std::array<char, 1 << 16> block{};
  while (bytes.size() <= most) {
    const ssize_t count = ::read(fd, block.data(), block.size());
    if (count < 0 && errno == EINTR) {
      continue;
    }
    if (count < 0) {
      return refuse(std::strerror(errno));
    }
    if (count == 0) {
      return bytes;
    }
    bytes.append(block.data(), static_cast<std::size_t>(count));
  }
  return refuse_length(most);
}

/// Reads the bytes the first time and stores them in `known`; later calls return the stored bytes.
Result<std::string> read_once(int fd, std::optional<std::string>& known, std::size_t most) {
  if (!known) {
    auto bytes = read_all(fd, most);
    if (!bytes) {
      return bytes;
    }
    known = *std::move(bytes);
  }
  return known->size() > most ? refuse_length(most) : Result<std::string>(*known);
}

/// The number of a pipe without a name, such as that of <(COMMAND) in bash, which stays open as
/// long as this process; nullopt for anything else.
std::optional<ino_t> nameless_pipe(int fd) {
  struct stat status {};
  struct statfs system {};
  const bool is_nameless = ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode) &&
                           ::fstatfs(fd, &system) == 0 && system.f_type == PIPEFS_MAGIC;
  return is_nameless ? std::optional(status.st_ino) : std::nullopt;
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == kStandardStream ? "<stdin>" : path;
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
  static std::optional<std::string> standard_input;
  static std::map<ino_t, std::optional<std::string>> pipes;
  if (path == kStandardStream) {
    return read_once(STDIN_FILENO, standard_input, most);
  }
  const auto file = open_file(path);
  if (!file) {
    return tl::unexpected(file.error());
  }
  const auto pipe = nameless_pipe(file->get());
  return pipe ? read_once(file->get(), pipes[*pipe], most) : read_all(file->get(), most);
}

Result<std::string> read_text(const std::string& path, std::size_t most) {
  auto text = read_file(path, most);
  if (text) {
    text->erase(0, text->size() - without_byte_order_mark(*text).size());
  }
  return text;
}

Result<std::string> read_beginning(const std::string& path, std::size_t most) {
  const auto file = open_file(path);
  if (!file) {
    return tl::unexpected(file.error());
  }
  std::string bytes(most, '\0');
  std::size_t size = 0;
  while (size < most) {
    const ssize_t count = ::read(file->get(), bytes.data() + size, most - size);
    if (count < 0 && errno != EINTR) {
      return refuse(std::strerror(errno));
    }
    if (count == 0) {
      break;
    }
    size += count < 0 ? 0 : static_cast<std::size_t>(count);
  }
  bytes.resize(size);
  return bytes;
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno != EINTR) {
      return false;
    }
    bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace dps
