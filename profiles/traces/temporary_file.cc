#include "profiles/traces/temporary_file.h"

#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include <unistd.h>

#include "base/printable.h"
#include "base/unnamed_file.h"

namespace dps::traces {

Result<Descriptor> make_temporary_file() {
  Descriptor file = make_unnamed_file("dps-trace");
  if (!file.is_open()) {
    return failure(ErrorCode::kSystem, "cannot make a temporary file in '" +
                                           printable(temporary_folder()) +
                                           "': " + std::strerror(errno));
  }
  return file;
}

Result<void> write_at(int fd, std::uint64_t offset, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno == EINTR) {
      continue;
    }
    if (written < 0) {
      return failure(ErrorCode::kSystem, "cannot write a temporary file in '" +
                                             printable(temporary_folder()) +
                                             "': " + std::strerror(errno));
    }
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<Descriptor> copy_to_temporary(int fd) {
  auto file = make_temporary_file();
  std::vector<std::byte> piece(std::size_t{256} << 10);
  for (std::uint64_t size = 0; file.has_value();) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) {
      continue;
    }
    if (got < 0) {
      return failure(ErrorCode::kSystem, std::strerror(errno));
    }
    if (got == 0) {
      break;
    }
    const auto bytes = std::span(piece).first(static_cast<std::size_t>(got));
    if (const auto done = write_at(file->get(), size, bytes); !done) {
      return tl::unexpected(done.error());
    }
    size += bytes.size();
  }
  return file;
}

}  // namespace dps::traces
