#include "base/file_bytes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

/// Reads standard input or a pipe, whose bytes are gone then: a second reading returns the same.
Result<std::string> read_once(int fd, std::size_t most) {
  static std::map<std::pair<dev_t, ino_t>, std::string> all;
  struct stat status {};
  if (::fstat(fd, &status) != 0) {
    return refuse(std::strerror(errno));
  }
  const std::pair identity(status.st_dev, status.st_ino);
  auto known = all.find(identity);
  if (known == all.end()) {
    auto bytes = read_all(fd, most);
    if (!bytes) {
      return bytes;
    }
    known = all.emplace(identity, *std::move(bytes)).first;
  }
  return known->second.size() > most ? refuse_length(most) : Result<std::string>(known->second);
}

bool is_pipe(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 && S_ISFIFO(status.st_mode);
}

}  // namespace

std::string input_name(const std::string& path) {
  return path == kStandardStream ? "<stdin>" : path;
}

Result<std::string> read_file(const std::string& path, std::size_t most) {
  if (path == kStandardStream) {
    return read_once(STDIN_FILENO, most);
  }
  const auto file = open_file(path);
  if (!file) {
    return tl::unexpected(file.error());
  }
  return is_pipe(file->get()) ? read_once(file->get(), most) : read_all(file->get(), most);
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
